import { expect } from 'chai';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { UnavailableError, UnusableIndexError } from '../../src/domain/errors.js';
import { headOf } from '../../src/domain/head.js';
import { documentIdOf, type Slot } from '../../src/domain/version.js';
import { GenerationRecord } from '../../src/log/generation-record.js';
import { IndexMarkRecords } from '../../src/log/index-mark-records.js';
import { LeaseRecords } from '../../src/log/lease-records.js';
import { RolledBackIndexRecords } from '../../src/log/rolled-back-index-records.js';
import { indexMarksKey, slotKey } from '../../src/log/object-keys.js';
import { IndexWatch } from '../../src/consistency/index-watch.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { addSlots, addText, newDocumentId, tombstoneSlot, versionSlot } from '../support/log-objects.js';
import { until } from '../support/until.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const HOUR_MS = 3_600_000;
const TIME = '2026-01-01T00:00:00.000Z';

describe('IndexWatch', () => {
  let folder: string;
  let index: DocumentIndex;
  let store: ObjectStore;
  let changes: (string | undefined)[];
  let replaced: (generation: string) => Promise<void>;
  let watches: IndexWatch[];

  beforeEach(async () => {
    folder = temporaryFolder();
    index = SqliteDocumentIndex.of(folder);
    store = SqliteObjectStore.of(folder);
    await index.install(await new GenerationRecord(store).claim('mine'));
    changes = [];
    replaced = async () => undefined;
    watches = [];
  });
  afterEach(async () => {
    await Promise.all(watches.map((watch) => watch.stop()));
    await Promise.all([index.close(), store.close()]);
  });

  /** Of a process that has just begun. */
  function newWatch(compareEveryMs = 0): IndexWatch {
    const watch = new IndexWatch({
      index,
      store,
      generation: new GenerationRecord(store),
      records: new IndexMarkRecords(store),
      lookEveryMs: 10,
      compareEveryMs,
      onReplaced: (generation) => replaced(generation),
      onChange: (mark) => changes.push(mark?.id),
      onFault: (error) => {
        throw error;
      },
    });
    watches.push(watch);
    return watch;
  }

  /** As a process that has acknowledged it leaves it. */
  async function mark(slot: Slot): Promise<void> {
    const id = documentIdOf(slot);
    await new IndexMarkRecords(store).write({ id, version: slot.version, writeId: slot.writeId });
  }

  async function putHead(slot: Slot): Promise<void> {
    const head = headOf(slot);
    const expected = (await index.readHead(head.id))?.revision ?? 'absent';
    expect(await index.writeHead({ head, expected, summaries: [] })).to.equal('written');
  }

  async function isRefused(): Promise<boolean> {
    const watch = newWatch();
    await watch.compared();
    try {
      watch.expectCurrent();
      return false;
    } catch (error) {
      expect(error).to.be.instanceOf(UnusableIndexError);
      return true;
    }
  }

  const LACKING: Record<string, (id: string) => Promise<Slot | undefined>> = {
    'a version': async (id) => {
      await addSlots(
        store,
        [2, 3].map((n) => versionSlot(id, n)),
      );
      return putMarked(versionSlot(id, 4));
    },
    'a version after which others came': async (id) => {
      await putMarked(versionSlot(id, 2));
      await addSlots(store, [versionSlot(id, 3)]);
      return undefined;
    },
    'a deletion': async (id) => {
      await store.remove(slotKey(id, 1));
      return putMarked(tombstoneSlot(id, 2));
    },
    'a deletion that came after the marked version': async (id) => {
      await mark(versionSlot(id, 2));
      await store.remove(slotKey(id, 1));
      await addSlots(store, [tombstoneSlot(id, 3)]);
      return undefined;
    },
  };

  async function putMarked(slot: Slot): Promise<Slot> {
    await addSlots(store, [slot]);
    return mark(slot).then(() => slot);
  }

  for (const [what, make] of Object.entries(LACKING)) {
    it(`refuses an index that lacks ${what}`, async () => {
      const id = newDocumentId();
      await addSlots(store, [versionSlot(id, 1)]);
      await putHead(versionSlot(id, 1));
      const last = await make(id);
      expect(await isRefused()).to.equal(true);
      expect(changes).to.deep.equal([id]);
      if (!last) return;
      await putHead(last);
      // One head says nothing of all others.
      expect(await isRefused()).to.equal(true);
      await new RolledBackIndexRecords(store).remove('mine');
      expect(await isRefused()).to.equal(false);
    });
  }

  it('refuses an index that lacks a document', async () => {
    await putMarked(versionSlot(newDocumentId(), 1));
    expect(await isRefused()).to.equal(true);
  });

  const HARMLESS: Record<string, (id: string) => Promise<void>> = {
    'that nothing is left of': (id) => mark(versionSlot(id, 3)),
    'whose identifier another document has taken': async (id) => {
      await mark(versionSlot(id, 1));
      await addSlots(store, [versionSlot(id, 1)]);
    },
    'that a copy of the log has not as far': async (id) => {
      await addSlots(store, [versionSlot(id, 1)]);
      await mark(versionSlot(id, 2));
    },
    'without a first version': async (id) => {
      await putMarked(versionSlot(id, 2));
    },
    'whose newest object cannot be read': async (id) => {
      await putMarked(versionSlot(id, 1));
      await addText(store, slotKey(id, 2), '{');
    },
  };

  for (const [which, make] of Object.entries(HARMLESS)) {
    it(`is not alarmed by a mark of a document ${which}`, async () => {
      await make(newDocumentId());
      expect(await isRefused()).to.equal(false);
      expect(changes).to.deep.equal([]);
    });
  }

  it('takes a mark that cannot be read for none', async () => {
    const texts = ['{', '{"format":3}', '{"format":3,"marks":[null,{"id":"../x","version":1}]}', '{"format":99}'];
    for (const [number, text] of texts.entries()) await addText(store, indexMarksKey(number), text);
    expect(await isRefused()).to.equal(false);
  });

  it('leaves an index of no generation to others', async () => {
    await putMarked(versionSlot(newDocumentId(), 1));
    await store.put(
      'index-generations/0000000001-0000000001.json',
      Buffer.from('{"format":3,"generations":["other"]}'),
    );
    expect(await isRefused()).to.equal(false);
  });

  /** A head of version 1 whose version 2 is only in the log, marked. */
  async function putBehind(): Promise<void> {
    const id = newDocumentId();
    await addSlots(store, [versionSlot(id, 1)]);
    await putHead(versionSlot(id, 1));
    await putMarked(versionSlot(id, 2));
  }

  /** Resolves when the watch has looked at which index answers, twice more. */
  async function looksTwice(): Promise<void> {
    const read = index.readIdentity.bind(index);
    let looks = 0;
    index.readIdentity = () => {
      looks++;
      return read();
    };
    await until(async () => looks > 2);
  }

  it('compares at the start and once a period, and not between', async () => {
    const [seldom, often] = [newWatch(HOUR_MS), newWatch()];
    await seldom.compared();
    seldom.start();
    await putBehind();
    await looksTwice();
    expect(changes).to.deep.equal([]);
    often.start();
    await until(async () => changes.length === 1);
    seldom.expectCurrent();
    expect(() => often.expectCurrent()).to.throw(UnusableIndexError);
  });

  it('compares at once when another index of the same generation answers', async () => {
    let identity = 'before';
    index.readIdentity = async () => identity;
    const watch = newWatch(HOUR_MS);
    await watch.compared();
    watch.start();
    await putBehind();
    identity = 'restored';
    await until(async () => changes.length > 0);
    expect(() => watch.expectCurrent()).to.throw(UnusableIndexError);
  });

  const KNOWN = {
    'noted itself': (watch: IndexWatch, id: string, { writeId }: Slot) => watch.note({ id, version: 2, writeId }),
    'read in the log': (_watch: IndexWatch, _id: string, slot: Slot) => mark(slot),
  };
  for (const [how, makeKnown] of Object.entries(KNOWN)) {
    it(`finds an index without a write whose mark it ${how}, which is no longer in the log, and so does a later watch`, async () => {
      const [lost, since] = [newDocumentId(), newDocumentId()];
      const [first, pushed, other] = [versionSlot(lost, 1), versionSlot(lost, 2), versionSlot(since, 1)];
      await addSlots(store, [first, pushed, other]);
      await putHead(first);
      await putHead(pushed);
      const watch = newWatch();
      await makeKnown(watch, lost, pushed);
      await watch.compared();
      await putHead(first);
      await putHead(other);
      watch.note({ id: since, version: 1, writeId: other.writeId });
      for (const number of [0, 1, 2, 3]) await store.remove(indexMarksKey(number));
      await mark(other);
      watch.start();
      await until(async () => (await new RolledBackIndexRecords(store).read('mine')) !== undefined);
      expect(changes).to.deep.equal([lost]);
      expect(await isRefused()).to.equal(true);
    });
  }

  it('tells once of an index that has taken the place of another, however often that fails', async () => {
    const calls: string[] = [];
    replaced = async (generation) => {
      calls.push(generation);
      if (calls.length < 3) throw new UnavailableError('the counter store is away');
    };
    const generations = ['mine', 'mine', 'next'];
    let reads = 0;
    index.readGeneration = async () => generations[Math.min(reads++, 2)];
    newWatch().start();
    await until(async () => reads > 12);
    expect(calls).to.deep.equal(['next', 'next', 'next']);
  });

  it('goes on refusing while heads are mended one by one, until the work has come to its end', async () => {
    const slot = await putMarked(versionSlot(newDocumentId(), 1));
    const lease = {
      number: 1,
      record: {
        maintenance: 'doctor',
        holder: 'h',
        startedAt: TIME,
        beat: 0,
        beatAt: TIME,
        releasedAt: null as string | null,
        progress: {},
      },
    } as const;
    const leases = new LeaseRecords(store);
    await leases.claim(lease);
    const asked: string[] = [];
    const read = store.list.bind(store);
    store.list = (prefix, options) => {
      asked.push(prefix);
      return read(prefix, options);
    };
    const watch = newWatch();
    watch.start();
    await until(async () => (await new RolledBackIndexRecords(store).read('mine')) !== undefined);
    expect(changes).to.have.lengthOf(1);
    await putHead(slot);
    await new RolledBackIndexRecords(store).remove('mine');
    const before = asked.length;
    await until(async () => asked.slice(before).filter((prefix) => prefix.startsWith('leases/')).length >= 3);
    expect(() => watch.expectCurrent()).to.throw(UnusableIndexError);
    await leases.rewrite({ number: 1, record: { ...lease.record, releasedAt: TIME } });
    await until(async () => changes.length === 2);
    watch.expectCurrent();
  });
});
