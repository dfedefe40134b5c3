import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';
import { newId } from '../../src/domain/ids.js';
import {
  assetEntryKey,
  assetKey,
  assetUseKey,
  folderEntryKey,
  folderKey,
  folderSweepKey,
  KEY_CHANGES_KEY,
  lifeKey,
  ownerKey,
  slotKey,
  suspensionKey,
} from '../../src/log/object-keys.js';
import { KeyLog } from '../../src/log/key-log.js';
import { holdsLog } from '../../src/maintenance/sync/copy-log.js';
import { LOG_KINDS } from '../../src/maintenance/shared/sync-kinds.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { keyLife } from '../support/factories.js';
import { copied, QuietProgress } from '../support/copying.js';
import {
  addDocument,
  addText,
  altered,
  objectsOf,
  slotNumbers,
  storePair,
  type StorePair,
} from '../support/log-objects.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

const HASH = 'a'.repeat(64);
const OF_EACH = { ...Object.fromEntries(LOG_KINDS.map((kind) => [kind, 1])), documents: 3 };
const ASSET = { owner: 'alice', sha256: HASH };
const SUSPENSION = { owner: 'alice', number: 1, state: 'suspended' } as const;
const FOREIGN = [
  'documents/readme.txt',
  'documents/short/versions/0000000001.json',
  'by-key/alice/0000000001.json',
  'keys/alice.json',
  'notes/a.json',
  'a.json',
];
const OF_THE_PLACE = [
  'index-generation.json',
  KEY_CHANGES_KEY,
  'leases/maintenance/0000000001.json',
  'probes/x-1.json',
  'rebuilds/x1.json',
];

describe('copying a log', () => {
  let pair: StorePair;
  let source: ObjectStore;
  let target: ObjectStore;
  beforeEach(async () => {
    pair = await storePair();
    ({ source, target } = pair);
  });
  afterEach(() => pair.dispose());

  async function addOneOfEach(): Promise<void> {
    await addDocument(source, 3);
    const records = [
      ...[assetUseKey(ASSET, 1, newId('alice')), assetKey(ASSET, 1), assetEntryKey(ASSET, 1)],
      lifeKey(newId('alice'), 1),
      ...[folderKey(newId('alice')), folderEntryKey('alice', 1), ownerKey('alice'), suspensionKey(SUSPENSION)],
      folderSweepKey({ owner: 'alice', folderId: newId('alice') }),
      ...[`keys/${HASH}.json`, `revocations/${HASH}.json`],
    ];
    for (const key of records) await addText(source, key, `the text of ${key}`);
  }

  it('brings every object of it, byte for byte', async () => {
    await addOneOfEach();
    const report = await copied(pair);
    expect(await objectsOf(target)).to.deep.equal(await objectsOf(source));
    expect(report.copied).to.deep.equal(OF_EACH);
    expect(report).to.deep.include({ settled: true, present: 0, conflicts: [], foreign: 0 });
  });

  it('leaves what belongs to the place and what is foreign, and names the foreign', async () => {
    await addDocument(source);
    const log = await objectsOf(source);
    for (const key of [...FOREIGN, ...OF_THE_PLACE]) await addText(source, key, 'x');
    const report = await copied(pair);
    expect(await objectsOf(target)).to.deep.equal(log);
    expect(Buffer.from((await target.read(KEY_CHANGES_KEY)) ?? '').toString()).to.match(/^\{"format":3,"change":/);
    expect(report.foreign).to.equal(6);
    expect(report.firstForeign).to.have.members(FOREIGN);
  });

  it('counts what both have, and what the target alone has', async () => {
    await addDocument(source, 2);
    await copied(pair);
    await addDocument(target, 3);
    await addDocument(source, 4);
    const report = await copied(pair);
    expect(report).to.include({ present: 2, compared: 0, onlyAtTarget: 3 });
    expect(report.copied.documents).to.equal(4);
  });

  it('reads of what both have only what may be rewritten, unless it is to verify', async () => {
    await addOneOfEach();
    await copied(pair);
    const read: string[] = [];
    const watched = altered(source, { read: (key) => (read.push(key), source.read(key)) });
    expect(await copied({ source: watched, target })).to.include({ present: 14, compared: 2 });
    expect(read).to.have.members([ownerKey('alice'), `keys/${HASH}.json`]);
    expect(await copied({ source: watched, target, verify: true })).to.include({ present: 14, compared: 14 });
    expect(read).to.have.length(2 + 14);
  });

  it('brings every document before the key that leads to it', async () => {
    for (let n = 0; n < 20; n++) {
      await addDocument(source);
      await addText(source, lifeKey(newId('alice'), 1), 'life');
    }
    const written: string[] = [];
    const watched = altered(target, { create: (key, body) => (written.push(key), target.create(key, body)) });
    await copied({ source, target: watched });
    const kinds = written.map((key) => key.split('/')[0]).filter((kind) => kind !== 'probes');
    expect(kinds).to.deep.equal([...Array<string>(20).fill('documents'), ...Array<string>(20).fill('by-key')]);
  });

  it('names lives that cannot be read', async () => {
    const sound = keyLife();
    await new KeyLog(source).claim(sound);
    const torn = lifeKey(keyLife().name, 1);
    await addText(source, torn, '{"format":3');
    expect(await copied(pair)).to.deep.include({ unreadable: 1, firstUnreadable: [torn] });
  });

  it('goes on where a run before it ended', async () => {
    for (let n = 0; n < 30; n++) await addDocument(source);
    let left = 10;
    const failing = altered(target, {
      create: async (key, body) => {
        if (key.startsWith('documents/') && left-- <= 0) throw new UnavailableError('full');
        return target.create(key, body);
      },
    });
    await expectUnavailable(copied({ source, target: failing }), /full/);
    expect(Object.keys(await objectsOf(target))).to.have.length(10);
    const report = await copied(pair);
    expect(await objectsOf(target)).to.deep.equal(await objectsOf(source));
    expect([report.present, report.copied.documents]).to.deep.equal([10, 20]);
  });

  it('knows what a run wrote whose answer was lost', async () => {
    await addDocument(source, 2);
    const lossy = altered(target, {
      create: async (key, body) => {
        await target.create(key, body);
        if (key.startsWith('documents/')) throw new UnavailableError('lost');
        return 'created';
      },
    });
    await copied({ source, target: lossy }).catch(() => undefined);
    const repeating = altered(target, {
      create: async (key, body) => {
        const outcome = await target.create(key, body);
        return key.startsWith('documents/') ? 'exists' : outcome;
      },
    });
    const report = await copied({ source, target: repeating });
    expect(report.conflicts).to.deep.equal([]);
    expect(await objectsOf(target, 'documents/')).to.deep.equal(await objectsOf(source));
  });

  it('writes nothing in a dry run, and says what it would', async () => {
    await addOneOfEach();
    const refuse = () => Promise.reject(new Error('a dry run has written'));
    const report = await copied({ source, target: altered(target, { create: refuse, put: refuse }), dryRun: true });
    expect(report.copied).to.deep.equal(OF_EACH);
    expect(await objectsOf(target)).to.deep.equal({});
  });

  it('copies the slots of a document one after another, many documents at once', async () => {
    const ids = [await addDocument(source, 105), await addDocument(source, 3), await addDocument(source, 3)];
    let [writing, most] = [0, 0];
    const watched = altered(target, {
      create: async (key, body) => {
        most = Math.max(most, ++writing);
        const [, id = '', number] = /^documents\/(\w+)\/versions\/(\d+)/.exec(key) ?? [];
        const below = Number(number) - 1;
        if (below > 0) expect(await target.read(slotKey(id, below)), key).not.to.equal(undefined);
        return target.create(key, body).finally(() => {
          writing--;
        });
      },
    });
    await copied({ source, target: watched });
    expect(await slotNumbers(target, ids[0] as string)).to.have.length(105);
    expect(most).to.be.within(2, 128);
  });

  it('does not run ahead of the copying with the list of the documents', async () => {
    for (let n = 0; n < 60; n++) await addDocument(source);
    let [listed, most, written] = [0, 0, 0];
    const watched = {
      source: altered(source, {
        list: async function* (prefix, options) {
          for await (const key of source.list(prefix, options)) {
            if (prefix === 'documents/') listed++;
            yield key;
          }
        },
      }),
      target: altered(target, {
        create: async (key, body) => {
          most = Math.max(most, listed - written);
          const outcome = await target.create(key, body);
          if (key.startsWith('documents/')) written++;
          return outcome;
        },
      }),
    };
    await copied({ ...watched, width: 4 });
    expect(most).to.be.within(1, 20);
  });

  it('says how much there is and how much is done', async () => {
    await addOneOfEach();
    const progress = new QuietProgress();
    await copied({ ...pair, progress });
    expect(progress.works.slice(0, 12)).to.deep.equal([
      { label: 'Revocations', total: undefined, done: 1 },
      { label: 'Suspensions', total: undefined, done: 1 },
      { label: 'Plans', total: undefined, done: 1 },
      { label: 'Keys', total: undefined, done: 1 },
      { label: 'Deleted folders with documents', total: undefined, done: 1 },
      { label: 'Versions', total: 3, done: 3 },
      { label: 'Uses of assets', total: undefined, done: 1 },
      { label: 'Entries of assets', total: undefined, done: 1 },
      { label: 'Assets', total: undefined, done: 1 },
      { label: 'Keys of documents', total: 1, done: 1 },
      { label: 'Folders of older releases', total: 1, done: 1 },
      { label: 'Changes of folders', total: undefined, done: 1 },
    ]);
  });

  it('lists the objects of a log once a round, and foreign ones beside them', async () => {
    await addOneOfEach();
    for (const key of FOREIGN) await addText(source, key, 'x');
    await copied(pair);
    const listed: string[] = [];
    const watched = altered(source, {
      list: async function* (prefix, options) {
        for await (const key of source.list(prefix, options)) {
          listed.push(key);
          yield key;
        }
      },
    });
    await copied({ source: watched, target });
    const versions = listed.filter((key) => key.endsWith('/versions/0000000002.json'));
    expect(versions).to.have.length(1);
    expect(new Set(listed)).to.have.property('size', 14 + FOREIGN.length);
  });

  it('ends what it is at and raises the reason when it is stopped', async () => {
    for (let n = 0; n < 40; n++) await addDocument(source);
    const stop = new AbortController();
    const stopping = altered(target, {
      create: (key, body) => {
        if (key.startsWith('documents/')) stop.abort(new Error('enough'));
        return target.create(key, body);
      },
    });
    const failure = await copied({ source, target: stopping, signal: stop.signal }).catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: enough');
    expect(Object.keys(await objectsOf(target))).to.have.length.within(1, 8);
  });

  it('stops in the middle of a long document too', async () => {
    const id = await addDocument(source, 50);
    const stop = new AbortController();
    const stopping = altered(target, {
      create: (key, body) => {
        if (key === slotKey(id, 3)) stop.abort(new Error('enough'));
        return target.create(key, body);
      },
    });
    await copied({ source, target: stopping, signal: stop.signal }).catch(() => undefined);
    expect(await slotNumbers(target, id)).to.deep.equal([1, 2, 3]);
  });

  it('knows a place where a service has worked from one that holds other things', async () => {
    expect(await holdsLog(source)).to.equal(false);
    for (const key of FOREIGN) await addText(source, key, 'x');
    expect(await holdsLog(source)).to.equal(false);
    await addText(source, 'index-generation.json', '{}');
    expect(await holdsLog(source)).to.equal(true);
    await addDocument(target);
    expect(await holdsLog(target)).to.equal(true);
  });
});
