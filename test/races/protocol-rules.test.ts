/**
 * The rules of the write protocol that a model checker found necessary, each with the interleaving that goes wrong
 * without it. What the second service does here happens between two steps of the first.
 */
import { expect } from 'chai';
import { slotKey } from '../../src/log/object-keys.js';
import { encodeSlot } from '../../src/log/slot-codec.js';
import type { HeadWrite, RevisedHead } from '../../src/ports/document-index.js';
import { expectError, expectStatus, header, type Answer } from '../http/client.js';
import {
  content,
  create,
  listVersions,
  push,
  read,
  readVersion,
  unique,
  versionsOf,
  type Created,
} from '../http/making.js';
import { tombstoneSlot, versionSlot } from '../support/log-objects.js';
import { eventually, expectSameText, keyed, range, saying, slotsOf, type ReplicaCallers } from './support.js';
import { describeTwoReplicas, type ReplicaFaults, type TwoReplicas } from './two-replicas.js';

describeTwoReplicas('the protocol', 20_000, (replicas) => {
  let callers: ReplicaCallers;
  let faults: ReplicaFaults;
  before(async () => {
    callers = await replicas().callers();
    faults = replicas().faults;
  });

  it("writeId: a slot with the same content that another request claimed is not one's own", async () => {
    const { id } = await create(callers[1]);
    const word = unique();
    let others = 0;
    faults.once('create', async (real, args) => {
      others = (await push(callers[1], id, saying(word))).version;
      return faults.failed(real, args);
    });
    const own = await push(callers[0], id, saying(word));
    expect([others, own.version]).to.deep.equal([2, 3]);
    await expectTitles(callers, id, [word, word]);
  });

  it("writeId: a slot whose answer was lost is one's own, also where the store says that it exists", async () => {
    const { id } = await create(callers[1]);
    const word = unique();
    faults.once('create', async (real) => {
      await real();
      return 'exists';
    });
    expect((await push(callers[0], id, saying(word))).version).to.equal(2);
    await expectTitles(callers, id, [word]);
  });

  it('inspectEverySlot: a key is looked for in the slots that were met while helping, too', async () => {
    const { id } = await create(callers[1]);
    const [key, word] = [unique(), unique()];
    const send = (to: number) => callers[to]!.post(versionsOf(id), saying(word), keyed(key));
    faults.once('create', async (real) => {
      expectStatus(await send(1), 201);
      return real();
    });
    expectSameText([await send(0), await send(0), await send(1)], 201);
    await expectTitles(callers, id, [word]);
  });

  it('inspectEverySlot: a key is found in a slot ahead of the head, whose request nobody answered', async () => {
    const { id } = await create(callers[1]);
    const [key, word] = [unique(), unique()];
    const send = (to: number) => callers[to]!.post(versionsOf(id), saying(word), keyed(key));
    let repeat: Answer | undefined;
    faults.once('writeHead', async (real, args) => {
      // The first request is stuck behind its claim until the repeat is through.
      repeat = await send(1);
      return faults.failed(real, args);
    });
    expectSameText([await send(0), repeat as Answer], 201);
    await expectTitles(callers, id, [word]);
  });

  it('If-Match is checked again when another request took the slot', async () => {
    const { id } = await create(callers[1]);
    const word = unique();
    faults.once('create', async (real) => {
      await push(callers[1], id, saying(word));
      return real();
    });
    const answer = await callers[0].post(versionsOf(id), content(), { 'If-Match': '"1"' });
    expect(expectError(answer, 'PRECONDITION_FAILED')).to.deep.equal({ current_version: 2 });
    await expectTitles(callers, id, [word]);
  });

  it('a repeat of a create costs nothing, also while the first one is under way with the last unit', async () => {
    const own = await replicas().callers({ plan: 'one-document' });
    const [key, body] = [unique(), content()];
    const make = (to: number) => own[to]!.post<Created>('/v1/documents', body, keyed(key));
    const repeats: Answer[] = [];
    faults.once('create', async (real) => {
      repeats.push(await make(1));
      return real();
    });
    expectSameText([await make(0), ...repeats, await make(1)], 201);
  });

  it('tombstoneNoAck: a slot claimed behind a tombstone is no version, and its object goes', async () => {
    const { id } = await create(callers[1]);
    faults.once('create', async (real) => {
      await push(callers[1], id);
      await deleteAndClean(replicas(), callers, id);
      expect(await real()).to.equal('created');
      return 'created';
    });
    // Nobody has read it, but the writer cannot tell: others might have brought it into the head before the delete.
    expectError(await callers[0].post(versionsOf(id), content()), 'UNAVAILABLE');
    await expectGone(replicas(), callers, id);
    expectError(await callers[0].post(versionsOf(id), content()), 'DOCUMENT_NOT_FOUND');
  });

  it('a version that others have read is never said not to exist, even when its document is deleted meanwhile', async () => {
    const { id } = await create(callers[1]);
    const mine = saying(unique());
    faults.once('writeHead', async (real) => {
      await push(callers[1], id);
      expect((await readVersion(callers[1], id, 2)).title).to.equal(mine.title);
      await deleteAndClean(replicas(), callers, id);
      return real();
    });
    expectError(await callers[0].post(versionsOf(id), mine), 'UNAVAILABLE');
    await expectGone(replicas(), callers, id);
  });

  for (const what of ['its newest version', 'a version of it']) {
    it(`livingAfterRead: a read of ${what} never answers with what another write put into its freed slot`, async () => {
      const { id } = await create(callers[1]);
      await push(callers[1], id, saying(unique()));
      const path = what === 'a version of it' ? `${versionsOf(id)}/2` : `/v1/documents/${id}`;
      faults.once('read', async (real) => {
        await deleteAndClean(replicas(), callers, id);
        const stray = encodeSlot(versionSlot(id, 2));
        await replicas().backends.store.create(slotKey(id, 2), stray);
        return real();
      });
      expectError(await callers[0].get(path), 'DOCUMENT_NOT_FOUND');
      await replicas().backends.store.remove(slotKey(id, 2));
    });
  }

  it('a document that others have made of a first slot, read and deleted is never said not to have been', async () => {
    const own = await replicas().callers();
    const [key, body] = [unique(), content()];
    const make = (to: number) => own[to]!.post<Created>('/v1/documents', body, keyed(key));
    let id = '';
    faults.once('writeHead', async (real) => {
      id = expectStatus(await make(1), 201).id;
      await deleteAndClean(replicas(), own, id);
      return real();
    });
    const answer = await make(0);
    expectError(answer, 'UNAVAILABLE');
    expect(Number(header(await own[0].post('/v1/documents', content()), 'X-Quota-Used'))).to.be.at.least(2);
    await expectGone(replicas(), own, id);
  });

  for (const [what, slot, told] of [
    ['freed', undefined, 'that it exists'],
    ['taken again', versionSlot, 'that it exists'],
    ['taken again', versionSlot, 'nothing'],
    ['taken by a late delete', tombstoneSlot, 'nothing'],
  ] as const) {
    it(`endedIsUnsure: a version was read before its slot was ${what}, and its claim is told ${told}`, async () => {
      const { id } = await create(callers[1]);
      faults.once('create', async (real, args) => {
        expect(await real()).to.equal('created');
        await push(callers[1], id);
        await deleteAndClean(replicas(), callers, id);
        if (slot) await replicas().backends.store.create(slotKey(id, 2), encodeSlot(slot(id, 2)));
        return told === 'nothing' ? faults.failed(real, args) : 'exists';
      });
      expectError(await callers[0].post(versionsOf(id), content()), 'UNAVAILABLE');
      await replicas().backends.store.remove(slotKey(id, 2));
      await expectGone(replicas(), callers, id);
    });
  }

  it('tombstoneNoAck: a first slot claimed behind a tombstone is no document, and costs nothing', async () => {
    const own = await replicas().callers();
    const [key, body] = [unique(), content()];
    const make = (to: number) => own[to]!.post<Created>('/v1/documents', body, keyed(key));
    let id = '';
    faults.once('create', async (real) => {
      id = expectStatus(await make(1), 201).id;
      await deleteAndClean(replicas(), own, id);
      expect(await real()).to.equal('created');
      return 'created';
    });
    const answer = await make(0);
    expect(expectError(answer, 'IDEMPOTENCY_KEY_REUSED')).to.deep.equal({ document_id: id });
    expect(header(answer, 'X-Quota-Used')).to.equal('1');
    await expectGone(replicas(), own, id);
  });

  it('createReadsHead: a key is used up by a document that has left only its tombstone', async () => {
    const [key, body] = [unique(), content()];
    const make = (to: number) => callers[to]!.post<Created>('/v1/documents', body, keyed(key));
    const { id } = expectStatus(await make(0), 201);
    await deleteAndClean(replicas(), callers, id);
    for (const to of [0, 1]) expectError(await make(to), 'IDEMPOTENCY_KEY_REUSED');
    expect(faults.count('create')).to.equal(1);
    await expectGone(replicas(), callers, id);
  });

  it('concreteIndex: a head that was read before the index was exchanged is read again', async () => {
    const { id } = await create(callers[1]);
    const written: string[] = [];
    let current = 'old ';
    faults.arm('readHead', async (real) => {
      const found = (await real()) as RevisedHead | undefined;
      return found && { ...found, revision: { ...found.revision, index: current + found.revision.index } };
    });
    const { index } = replicas().backends;
    faults.arm('writeHead', async (_real, [write]) => {
      const { expected, ...rest } = write as HeadWrite;
      if (expected === 'absent') throw new Error('a push never writes a first head');
      if (written.length === 2) current = 'new ';
      written.push(expected.index.slice(0, 4));
      if (!expected.index.startsWith('new ')) return 'refused';
      return index.writeHead({ ...rest, expected: { ...expected, index: expected.index.slice(4) } });
    });
    const { title } = await push(callers[0], id);
    expect(written).to.deep.equal(['old ', 'old ', 'old ', 'new ']);
    await expectTitles(callers, id, [title]);
  });

  it("versionNeedsHead: a slot ahead of the head is nobody's version yet", async () => {
    const { id, title } = await create(callers[1]);
    let seen: unknown;
    faults.once('writeHead', async (real) => {
      expectError(await callers[1].get(`${versionsOf(id)}/2`), 'VERSION_NOT_FOUND');
      seen = [(await listVersions(callers[1], id)).current_version, (await read(callers[1], id)).title];
      return real();
    });
    await push(callers[0], id);
    expect(seen).to.deep.equal([1, title]);
    await readVersion(callers[1], id, 2);
  });

  it('cleanAfterHead: what a deleted document left is removed when its head is a tombstone', async () => {
    const { id } = await create(callers[1]);
    await push(callers[1], id);
    let slots: number[] = [];
    faults.once('writeHead', async (real) => {
      slots = await slotsOf(replicas().storage.env, id);
      return real();
    });
    expectStatus(await callers[0].delete(`/v1/documents/${id}`), 204);
    expect(slots).to.deep.equal([1, 2, 3]);
    await expectGone(replicas(), callers, id);
  });
});

/** The document's own versions after its first one have these titles. */
async function expectTitles(callers: ReplicaCallers, id: string, titles: readonly string[]): Promise<void> {
  for (const caller of callers) {
    const { versions } = await listVersions(caller, id);
    expect(versions.map(({ version }) => version)).to.deep.equal(range(1, titles.length + 1));
    expect(versions.slice(1).map(({ title }) => title)).to.deep.equal(titles);
    expect((await readVersion(caller, id, titles.length + 1)).title).to.equal(titles.at(-1));
  }
}

async function deleteAndClean(replicas: TwoReplicas, callers: ReplicaCallers, id: string): Promise<void> {
  expectStatus(await callers[1].delete(`/v1/documents/${id}`), 204);
  await onlyEndLeft(replicas, id);
}

async function onlyEndLeft(replicas: TwoReplicas, id: string): Promise<void> {
  await eventually('only the end is left', async () => (await slotsOf(replicas.storage.env, id)).length === 1);
}

async function expectGone(replicas: TwoReplicas, callers: ReplicaCallers, id: string): Promise<void> {
  await onlyEndLeft(replicas, id);
  expect(await replicas.backends.store.read(slotKey(id, 1))).to.equal(undefined);
  for (const caller of callers) {
    expectError(await caller.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    expectError(await caller.post(versionsOf(id), content()), 'DOCUMENT_NOT_FOUND');
  }
}
