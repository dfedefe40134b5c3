import { expect } from 'chai';
import { BY_KEY_PREFIX, DOCUMENTS_PREFIX } from '../../src/log/object-keys.js';
import { expectError, expectStatus, type Answer } from '../http/client.js';
import {
  create,
  keyPath,
  listFolders,
  listVersions,
  push,
  put,
  read,
  readByKey,
  restoreOf,
  search,
  unique,
  versionsOf,
} from '../http/making.js';
import { keyed, saying, type ReplicaCallers } from './support.js';
import type { ReplicaCall, ReplicaFaults } from './two-replicas.js';

/** One request that can be repeated, and how its effects are counted. */
type LostAnswerAttempt = {
  send(to: number): Promise<Answer>;
  /** Fails unless it happened exactly once, for both services. */
  expectOnce(): Promise<void>;
};

type LostAnswerOperation = {
  success: number;
  /** Of a repeat; `success` unless it differs. */
  repeated?: number;
  isByKey?: true;
  headWrite: ReplicaCall;
  prepare(callers: ReplicaCallers): Promise<LostAnswerAttempt>;
};

export const OPERATIONS: Record<string, LostAnswerOperation> = {
  'a create': {
    success: 201,
    headWrite: 'writeHead',
    prepare: async (callers) => {
      const [key, word] = [unique(), unique()];
      return {
        send: (to) => callers[to]!.post('/v1/documents', saying(word), keyed(key)),
        expectOnce: () =>
          eachCaller(callers, async (caller) => {
            const { results } = await search(caller, { q: word });
            expect(results.map(({ current_version: version }) => version)).to.deep.equal([1]);
            expect((await read(caller, results[0]!.id)).blocks[0]?.content).to.equal(word);
          }),
      };
    },
  },
  'a push': {
    success: 201,
    headWrite: 'writeHead',
    prepare: async (callers) => {
      const { id, title } = await create(callers[1]);
      const [key, word] = [unique(), unique()];
      return {
        send: (to) => callers[to]!.post(versionsOf(id), saying(word), keyed(key)),
        expectOnce: () => expectTitles(callers, id, [title, word]),
      };
    },
  },
  'a restore': {
    success: 201,
    headWrite: 'writeHead',
    prepare: async (callers) => {
      const { id, title } = await create(callers[1]);
      const { title: second } = await push(callers[1], id);
      const key = unique();
      return {
        send: (to) => callers[to]!.post(restoreOf(id, 1), undefined, keyed(key)),
        expectOnce: () => expectTitles(callers, id, [title, second, title]),
      };
    },
  },
  'a patch': {
    success: 200,
    headWrite: 'writeHead',
    prepare: async (callers) => {
      const { id, title } = await create(callers[1]);
      const [key, word] = [unique(), unique()];
      return {
        send: (to) => callers[to]!.patch(`/v1/documents/${id}`, { title: word }, keyed(key)),
        expectOnce: () => expectTitles(callers, id, [title, word]),
      };
    },
  },
  'a delete': {
    success: 204,
    headWrite: 'writeHead',
    prepare: async (callers) => {
      const { id, title } = await create(callers[1]);
      return {
        send: (to) => callers[to]!.delete(`/v1/documents/${id}`),
        expectOnce: () =>
          eachCaller(callers, async (caller) => {
            expectError(await caller.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
            expect((await search(caller, { q: title })).count).to.equal(0);
          }),
      };
    },
  },
  'a put that makes a document': {
    success: 201,
    repeated: 200,
    isByKey: true,
    headWrite: 'writeHead',
    prepare: async (callers) => {
      const [key, word] = [unique(), unique()];
      return {
        send: (to) => callers[to]!.put(keyPath(key), saying(word)),
        expectOnce: async () => expectTitles(callers, (await readByKey(callers[0], key)).id, [word]),
      };
    },
  },
  'a put that makes a version': {
    success: 200,
    headWrite: 'writeHead',
    prepare: async (callers) => {
      const [key, word, first] = [unique(), unique(), unique()];
      const { id } = await put(callers[1], key, saying(first));
      return {
        send: (to) => callers[to]!.put(keyPath(key), saying(word)),
        expectOnce: () => expectTitles(callers, id, [first, word]),
      };
    },
  },
  'a put after a delete': {
    success: 201,
    repeated: 201,
    isByKey: true,
    headWrite: 'writeHead',
    prepare: async (callers) => {
      const [key, word, repeat] = [unique(), unique(), unique()];
      const { id: former } = await put(callers[1], key, saying(unique()));
      expectStatus(await callers[1].delete(keyPath(key)), 204);
      return {
        send: (to) => callers[to]!.put(keyPath(key), saying(word), keyed(repeat)),
        expectOnce: async () => {
          const { id } = await readByKey(callers[1], key);
          expect(id).not.to.equal(former);
          await expectTitles(callers, id, [word]);
        },
      };
    },
  },
  'a folder': {
    success: 201,
    headWrite: 'raiseKey',
    prepare: async (callers) => {
      const [key, name] = [unique(), unique()];
      return {
        send: (to) => callers[to]!.post('/v1/folders', { name }, keyed(key)),
        expectOnce: () =>
          eachCaller(callers, async (caller) => {
            expect((await listFolders(caller)).filter((folder) => folder.name === name)).to.have.length(1);
          }),
      };
    },
  },
};

export const KINDS = ['failed', 'lost', 'late'] as const;
type Kind = (typeof KINDS)[number];

/** A step of the protocol. `under`: of a create in the object store, the prefix of its key. */
type LostStep = { step: string; call: ReplicaCall; under?: string };

export function stepsOf({ headWrite, isByKey }: LostAnswerOperation): LostStep[] {
  const ofKey: LostStep[] = [
    { step: 'life', call: 'create', under: BY_KEY_PREFIX },
    { step: 'entry of the key', call: 'raiseKey' },
  ];
  return [
    ...(isByKey ? ofKey : []),
    { step: 'claim', call: 'create', ...(headWrite === 'writeHead' && { under: DOCUMENTS_PREFIX }) },
    { step: 'record in the index', call: headWrite },
    { step: 'epoch', call: 'bumpEpoch' },
  ];
}

type Failing = Omit<LostStep, 'step'> & { kind: Kind };

export async function failing(
  faults: ReplicaFaults,
  { kind, ...step }: Failing,
  work: () => Promise<void>,
): Promise<void> {
  armStep(faults, step, () => kind);
  await work();
  await faults.atRest();
  faults.disarm();
}

/** `next` says, for each call of the step, how its answer is lost; undefined: not at all. */
export function armStep(
  faults: ReplicaFaults,
  { call, under = '' }: Omit<LostStep, 'step'>,
  next: () => Kind | undefined,
): void {
  faults.arm(call, (real, args) => {
    const kind = String(args[0]).startsWith(under) ? next() : undefined;
    return kind === undefined ? real() : faults[kind](real, args);
  });
}

/** A delete has no key: when it has happened, its repeat finds nothing. */
export async function expectRepeat(
  attempt: LostAnswerAttempt,
  { success, repeated = success }: LostAnswerOperation,
  to: number,
): Promise<void> {
  const answer = await attempt.send(to);
  expect(answer.status, answer.text).to.be.oneOf(success === 204 ? [204, 404] : [success, repeated]);
}

export async function expectTitles(callers: ReplicaCallers, id: string, titles: readonly string[]): Promise<void> {
  await eachCaller(callers, async (caller) => {
    const { versions } = await listVersions(caller, id);
    expect(versions.map(({ title }) => title)).to.deep.equal(titles);
    expect((await read(caller, id)).title).to.equal(titles.at(-1));
    expect((await search(caller, { q: titles.at(-1) as string })).results.map((found) => found.id)).to.deep.equal([id]);
  });
}

async function eachCaller(
  callers: ReplicaCallers,
  job: (caller: ReplicaCallers[number]) => Promise<void>,
): Promise<void> {
  for (const caller of callers) await job(caller);
}
