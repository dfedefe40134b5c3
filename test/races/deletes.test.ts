import { expect } from 'chai';
import { expectError, expectStatus, type Answer } from '../http/client.js';
import {
  content,
  create,
  restoreOf,
  search,
  unique,
  versionsOf,
  type Created,
  type NewVersion,
} from '../http/making.js';
import {
  atOnce,
  countStatuses,
  describePair,
  eventually,
  keyed,
  saying,
  slotsOf,
  turn,
  type ReplicaCallers,
  type Pair,
} from './support.js';

const ROUNDS = 6;

describePair('deletes', (pair) => {
  it('among 20 pushes and restores: what was answered 201 lies below the end, and nothing is found after it', async () => {
    const callers = await pair.callers();
    for (let round = 0; round < ROUNDS; round++) {
      const tag = unique();
      const { id } = await create(callers[0], { metadata: { tags: [tag] } });
      const writes = atOnce(20, (n) => write(callers, n, { id, tag }));
      const deleted = turn(callers, round)
        .delete(`/v1/documents/${id}`)
        .then(async (answer) => {
          expectStatus(answer, 204);
          await expectGone(callers, { id, tag });
        });
      const [answers] = await Promise.all([writes, deleted]);
      const end = await expectOnlyEnd(pair, id);
      expectEndedAt(end, answers);
      await expectGone(callers, { id, tag });
    }
  });

  it('of one document at once are 204 or 404, and it is gone for both processes', async () => {
    const callers = await pair.callers();
    await atOnce(20, async () => {
      const tag = unique();
      const { id } = await create(callers[0], { metadata: { tags: [tag] } });
      const answers = await atOnce(4, (n) => turn(callers, n).delete(`/v1/documents/${id}`));
      const { 204: done = 0, 404: late = 0 } = countStatuses(answers);
      expect(done).to.be.at.least(1);
      expect(done + late).to.equal(4);
      await expectGone(callers, { id, tag });
      await expectOnlyEnd(pair, id);
    });
  });

  it('with the same If-Match: one of 12 comes through, if no push or restore does', async () => {
    const callers = await pair.callers();
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await create(callers[0]);
      const guard = { 'If-Match': '"1"' };
      const answers = await atOnce(12, (n) => {
        const caller = turn(callers, n + round);
        if (n % 3 === 0) return caller.delete(`/v1/documents/${id}`, guard);
        if (n % 3 === 1) return caller.post(restoreOf(id, 1), undefined, guard);
        return caller.post(versionsOf(id), content(), guard);
      });
      const { 201: made = 0, 204: deleted = 0, 404: gone = 0, 412: late = 0 } = countStatuses(answers);
      expect([made + deleted, gone + late]).to.deep.equal([1, 11]);
      expect(deleted === 1 ? late : gone).to.equal(0);
    }
  });

  it('end a keyed create for good: its repeat on the other process is 409', async () => {
    const callers = await pair.callers();
    await atOnce(10, async (n) => {
      const [key, body] = [unique(), content()];
      const create = (turnOf: number) => turn(callers, turnOf).post<Created>('/v1/documents', body, keyed(key));
      const { id } = expectStatus(await create(n), 201);
      expectStatus(await turn(callers, n >> 1).delete(`/v1/documents/${id}`), 204);
      for (const at of [n + 1, n]) expectError(await create(at), 'IDEMPOTENCY_KEY_REUSED');
    });
  });

  it('are never undone by repeats of the keyed create that go on meanwhile', async () => {
    const callers = await pair.callers();
    for (let round = 0; round < ROUNDS; round++) {
      const [key, tag] = [unique(), unique()];
      const body = content({ metadata: { tags: [tag] } });
      const create = (n: number) => turn(callers, n).post<Created>('/v1/documents', body, keyed(key));
      const { id } = expectStatus(await create(round), 201);
      const [answers, deleted] = await Promise.all([
        atOnce(20, create),
        turn(callers, round).delete(`/v1/documents/${id}`),
      ]);
      expectStatus(deleted, 204);
      const { 201: same = 0, 409: reused = 0 } = countStatuses(answers);
      expect(same + reused, JSON.stringify(countStatuses(answers))).to.equal(20);
      await expectGone(callers, { id, tag });
      await expectOnlyEnd(pair, id);
    }
  });
});

type Target = { id: string; tag: string };

function write(callers: ReplicaCallers, n: number, { id, tag }: Target): Promise<Answer<NewVersion>> {
  const caller = turn(callers, n >> 1);
  return n % 4 === 0
    ? caller.post(restoreOf(id, 1))
    : caller.post(versionsOf(id), { ...saying(unique()), metadata: { tags: [tag] } });
}

/** Every write has a number of its own below the end, or came too late, or cannot tell whether it did. */
function expectEndedAt(end: number, answers: readonly Answer<NewVersion>[]): void {
  const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.version);
  expect(new Set(numbers).size).to.equal(numbers.length);
  for (const number of numbers) expect(number).to.be.within(2, end - 1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectError(answer, answer.status === 503 ? 'UNAVAILABLE' : 'DOCUMENT_NOT_FOUND');
  }
}

async function expectGone(callers: ReplicaCallers, { id, tag }: Target): Promise<void> {
  for (const caller of callers) {
    expect((await search(caller, { tag })).results).to.deep.equal([]);
    for (const path of [`/v1/documents/${id}`, versionsOf(id), `${versionsOf(id)}/1`]) {
      expectError(await caller.get(path), 'DOCUMENT_NOT_FOUND');
    }
  }
}

/** In the end the log has nothing but the object that ends it. Its number. */
async function expectOnlyEnd(pair: Pair, id: string): Promise<number> {
  let slots: number[] = [];
  await eventually('only the end is left', async () => {
    slots = await slotsOf(pair.env, id);
    return slots.length === 1;
  });
  return slots[0] as number;
}
