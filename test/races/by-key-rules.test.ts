/**
 * The rules of clients' own keys that a model checker found necessary (`ByKey.tla`), each with the interleaving that
 * goes wrong without it. What the second service does here happens between two steps of the first.
 */
import { expect } from 'chai';
import { DOCUMENTS_PREFIX, slotKey } from '../../src/log/object-keys.js';
import { openMaintenance } from '../../src/server/backends.js';
import { readConfig } from '../../src/config/read-config.js';
import type { Revision } from '../../src/ports/document-index.js';
import { expectError, expectStatus, type Answer } from '../http/client.js';
import {
  content,
  keyPath,
  listVersions,
  put,
  readByKey,
  readVersion,
  search,
  unique,
  type PutDocument,
} from '../http/making.js';
import { eventually, keyed, saying, slotsOf, type ReplicaCallers } from './support.js';
import { describeTwoReplicas, type ReplicaFault, type ReplicaFaults } from './two-replicas.js';

describeTwoReplicas("clients' own keys", 20_000, (replicas) => {
  let callers: ReplicaCallers;
  let faults: ReplicaFaults;
  before(async () => {
    callers = await replicas().callers();
    faults = replicas().faults;
  });

  const send = (to: number, key: string, body: object, headers = {}) =>
    callers[to]!.put<PutDocument>(keyPath(key), body, headers);

  for (const [what, goesOn] of Object.entries({
    'a GET finds': async (key: string, id: string) => expect((await readByKey(callers[0], key)).id).to.equal(id),
    'a DELETE ends': async (key: string, id: string) => {
      expectStatus(await callers[0].delete(keyPath(key)), 204);
      expectError(await callers[1].get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    },
    'a PUT changes': async (key: string, id: string) => {
      const changed = await put(callers[0], key, content());
      expect([changed.id, changed.version]).to.deep.equal([id, 2]);
    },
  })) {
    it(`livingConfirms: ${what} the document of the life that holds, whatever entry its process remembers`, async () => {
      const key = unique();
      await put(callers[0], key, content());
      await deleteAndClean(key);
      const { id } = await put(callers[1], key, content());
      await goesOn(key, id);
    });
  }

  it('livingConfirms: a PUT makes nothing under a remembered identifier that gc has freed', async () => {
    const [key, word, own] = [unique(), unique(), unique()];
    const former = await put(callers[0], key, content());
    await deleteAndClean(key);
    await put(callers[1], key, saying(word));
    await freeIdentifier(former.id);
    expect((await put(callers[0], key, saying(own))).result).to.equal('updated');
    await expectOnly(key, [word, own]);
    expect(await slotsOf(replicas().storage.env, former.id)).to.deep.equal([]);
  });

  it('nextAfterEnd: a PUT that finds a life without a document makes it there, and claims no other life', async () => {
    const [key, word, own] = [unique(), unique(), unique()];
    let others: Answer<PutDocument> | undefined;
    onceBelow(DOCUMENTS_PREFIX, async (real) => {
      others = await send(1, key, saying(word));
      return real();
    });
    expect((await put(callers[0], key, saying(own))).version).to.equal(2);
    expectStatus(others as Answer<PutDocument>, 201);
    await expectOnly(key, [word, own]);
  });

  it('entryBeforeSlot: the key leads to its document as soon as anybody can read that', async () => {
    const [key, word] = [unique(), unique()];
    let seen = '';
    faults.once('writeHead', async (real) => {
      const outcome = await real();
      seen = (await readByKey(callers[1], key)).title;
      return outcome;
    });
    await put(callers[0], key, saying(word));
    expect(seen).to.equal(word);
  });

  it('headOfThisTurn: unchanged is never said by a version that another write has followed', async () => {
    const [key, first, same, others] = [unique(), unique(), unique(), unique()];
    await put(callers[0], key, saying(first));
    faults.clear();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    faults.once('writeHead', async (real) => {
      await released;
      return real();
    });
    const held = put(callers[0], key, saying(same));
    await eventually('the slot is claimed', async () => faults.count('writeHead') === 1);
    expect((await put(callers[1], key, saying(others))).version).to.equal(3);
    const again = put(callers[0], key, saying(same));
    await eventually('both are in line', async () => faults.count('admit') === 2);
    for (let row = 0; row < 10; row++) await readByKey(callers[0], key);
    release();
    expect([(await held).version, (await again).version]).to.deep.equal([2, 4]);
    const titles = (await listVersions(callers[1], (await again).id)).versions.map(({ title }) => title);
    expect(titles).to.deep.equal([first, same, others, same]);
  });

  it('marksInTombstone: a repeat makes nothing again after somebody has deleted what it made', async () => {
    const [key, repeat, body] = [unique(), unique(), content()];
    const { id } = expectStatus(await send(0, key, body, keyed(repeat)), 201);
    expectStatus(await send(1, key, content(), keyed(unique())), 200);
    await deleteAndClean(key);
    await expectRefused({ key, repeat, body }, id);
    expectError(await callers[1].get(keyPath(key)), 'DOCUMENT_NOT_FOUND');
  });

  it('marksInTombstone: a repeat that is under way makes nothing again when somebody deletes what it made', async () => {
    const [key, repeat, body] = [unique(), unique(), content()];
    const { id } = expectStatus(await send(1, key, body, keyed(repeat)), 201);
    await put(callers[0], key, content());
    faults.once('readHead', async (real) => {
      await deleteAndClean(key);
      return real();
    });
    await expectRefused({ key, repeat, body }, id);
    expectError(await callers[1].get(keyPath(key)), 'DOCUMENT_NOT_FOUND');
  });

  it('marksInNextLife: a repeat changes nothing after somebody has deleted what it made, and made another', async () => {
    const [key, repeat, word] = [unique(), unique(), unique()];
    const body = content();
    const { id } = expectStatus(await send(0, key, body, keyed(repeat)), 201);
    for (const title of [unique(), word]) {
      await deleteAndClean(key);
      await put(callers[1], key, saying(title));
      await expectRefused({ key, repeat, body }, id);
    }
    await expectOnly(key, [word]);
  });

  for (const [call, what] of [
    ['create', 'claimed'],
    ['writeHead', 'brought into the head'],
  ] as const) {
    it(`endedIsUnsure: a document that was read and deleted before its slot 1 was told to be ${what} is 503`, async () => {
      const [key, word] = [unique(), unique()];
      const readAndDelete: ReplicaFault = async (real, args) => {
        await real();
        const { id } = await put(callers[1], key, content());
        expect((await readVersion(callers[1], id, 1)).title).to.equal(word);
        await deleteAndClean(key);
        return faults.failed(real, args);
      };
      if (call === 'create') onceBelow(DOCUMENTS_PREFIX, readAndDelete);
      else faults.once('writeHead', readAndDelete);
      expectError(await send(0, key, saying(word)), 'UNAVAILABLE');
      for (const caller of callers) {
        expectError(await caller.get(keyPath(key)), 'DOCUMENT_NOT_FOUND');
        expect((await search(caller, { q: word })).count).to.equal(0);
      }
      expectStatus(await send(0, key, saying(word)), 201);
      await expectOnly(key, [word]);
    });
  }

  it('tombstoneNoAck: a slot 1 behind the tombstone of another is no document, and the PUT makes the next one', async () => {
    const [key, word] = [unique(), unique()];
    let former = '';
    onceBelow(DOCUMENTS_PREFIX, async (real) => {
      const begun = Date.now();
      await eventually('another millisecond', async () => Date.now() > begun);
      former = (await put(callers[1], key, content())).id;
      await deleteAndClean(key);
      expect(await real()).to.equal('created');
      return 'created';
    });
    const made = expectStatus(await send(0, key, saying(word)), 201);
    expect(made.id).not.to.equal(former);
    await expectOnly(key, [word]);
    await eventually('the stray is removed', async () => (await slotsOf(replicas().storage.env, former)).length === 1);
  });

  type Repeat = { key: string; repeat: string; body: object };

  async function expectRefused({ key, repeat, body }: Repeat, document_id: string): Promise<void> {
    for (const to of [0, 1]) {
      const answer = await send(to, key, body, keyed(repeat));
      expect(expectError(answer, 'IDEMPOTENCY_KEY_REUSED')).to.deep.equal({ document_id });
    }
  }

  /** The first create below the prefix is the fault's. */
  function onceBelow(prefix: string, fault: ReplicaFault): void {
    let isDone = false;
    faults.arm('create', (real, args) => {
      if (isDone || !String(args[0]).startsWith(prefix)) return real();
      isDone = true;
      return fault(real, args);
    });
  }

  async function deleteAndClean(key: string): Promise<void> {
    const { id } = await readByKey(callers[1], key);
    expectStatus(await callers[1].delete(keyPath(key)), 204);
    await eventually('only the end is left', async () => (await slotsOf(replicas().storage.env, id)).length === 1);
  }

  /** As gc does it, long after a later life was made. */
  async function freeIdentifier(id: string): Promise<void> {
    for (const slot of await slotsOf(replicas().storage.env, id)) await removeSlot(id, slot);
    const { admin, store } = await openMaintenance(readConfig(replicas().storage.env).storage);
    const revision = (await replicas().backends.index.readHead(id))?.revision as Revision;
    expect(await admin.removeHead(id, revision)).to.equal('removed');
    await Promise.all([admin.close(), store.close()]);
  }

  function removeSlot(id: string, slot: number): Promise<void> {
    return replicas().backends.store.remove(slotKey(id, slot));
  }

  /** One document lives under the key, and it has these titles. */
  async function expectOnly(key: string, titles: readonly string[]): Promise<string> {
    const { id } = await readByKey(callers[0], key);
    for (const caller of callers) {
      expect((await readByKey(caller, key)).id).to.equal(id);
      expect((await listVersions(caller, id)).versions.map(({ title }) => title)).to.deep.equal(titles);
      for (const title of titles) {
        const found = (await search(caller, { q: title })).results.map((one) => one.id);
        expect(found).to.deep.equal(title === titles.at(-1) ? [id] : []);
      }
    }
    return id;
  }
});
