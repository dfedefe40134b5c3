import { expect } from 'chai';
import { expectError, expectStatus } from '../http/client.js';
import { content, create, push, read, restoreOf, search, unique, versionsOf } from '../http/making.js';
import { armStep, expectRepeat, expectTitles, failing, KINDS, OPERATIONS, stepsOf } from './lost-answers.js';
import { keyed, saying, type ReplicaCallers } from './support.js';
import { describeTwoReplicas } from './two-replicas.js';

describeTwoReplicas('a lost answer', 20_000, (replicas) => {
  let callers: ReplicaCallers;
  before(async () => {
    callers = await replicas().callers();
  });

  for (const [name, operation] of Object.entries(OPERATIONS)) {
    for (const { step, ...at } of stepsOf(operation)) {
      it(`to the ${step} of ${name} does not keep it from happening, once`, async () => {
        // Cached pages are waited out where the epoch is not known to have moved on: once for all three.
        for (const kinds of at.call === 'bumpEpoch' ? [KINDS] : KINDS.map((kind) => [kind])) {
          const losses = [...kinds];
          const attempts = await Promise.all(kinds.map(() => operation.prepare(callers)));
          armStep(replicas().faults, at, () => losses.shift());
          for (const answer of await Promise.all(attempts.map(({ send }) => send(0)))) {
            expectStatus(answer, operation.success);
          }
          expect(losses).to.deep.equal([]);
          for (const { expectOnce } of attempts) await expectOnce();
          await replicas().faults.land();
          for (const { expectOnce } of attempts) await expectOnce();
        }
      });
    }
  }
});

describeTwoReplicas('answers that are all lost', 250, (replicas) => {
  let callers: ReplicaCallers;
  before(async () => {
    callers = await replicas().callers();
  });

  it('leave a claimed version unrefreshed until somebody brings the head forward', async () => {
    const { id, title } = await create(callers[1]);
    const word = unique();
    await failing(replicas().faults, { call: 'writeHead', kind: 'failed' }, async () => {
      expectError(await callers[0].post(versionsOf(id), saying(word)), 'UNAVAILABLE');
    });
    await expectTitles(callers, id, [title]);
    for (const caller of callers) {
      expectError(await caller.get(`${versionsOf(id)}/2`), 'VERSION_NOT_FOUND');
      expectError(await caller.post(restoreOf(id, 2)), 'VERSION_NOT_FOUND');
      expect((await search(caller, { q: word })).count).to.equal(0);
    }
    const next = await push(callers[1], id);
    expect(next.version).to.equal(3);
    await expectTitles(callers, id, [title, word, next.title]);
  });

  it('leave a document that was to be deleted whole until somebody brings the head forward', async () => {
    const { id, title } = await create(callers[1]);
    await failing(replicas().faults, { call: 'writeHead', kind: 'failed' }, async () => {
      expectError(await callers[0].delete(`/v1/documents/${id}`), 'UNAVAILABLE');
    });
    for (const caller of callers) {
      expect((await read(caller, id)).title).to.equal(title);
      expect((await search(caller, { q: title })).count).to.equal(1);
    }
    expectError(await callers[1].post(versionsOf(id), content()), 'DOCUMENT_NOT_FOUND');
    for (const caller of callers) expectError(await caller.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
  });

  it('of the epoch and of the refresh make every write unavailable, and its repeat happens once', async () => {
    for (const operation of Object.values(OPERATIONS)) {
      const attempt = await operation.prepare(callers);
      replicas().faults.arm('refresh', replicas().faults.failed);
      await failing(replicas().faults, { call: 'bumpEpoch', kind: 'failed' }, async () => {
        expectError(await attempt.send(0), 'UNAVAILABLE');
      });
      await expectRepeat(attempt, operation, 1);
      await attempt.expectOnce();
    }
  });

  const CALLS = { create: 201, 'put by key': 200 };
  for (const [what, repeated] of Object.entries(CALLS)) {
    it(`of a ${what} keep its unit, and a repeat costs no other`, async () => {
      for (const kind of ['failed', 'lost'] as const) {
        const own = await replicas().callers();
        const [key, body] = [unique(), content()];
        const make = (to: number) =>
          what === 'create'
            ? own[to]!.post('/v1/documents', body, keyed(key))
            : own[to]!.put(`/v1/documents/by-key/${key}`, body);
        await failing(replicas().faults, { call: 'writeHead', kind }, async () => {
          const statuses = [(await make(0)).status, (await make(0)).status];
          expect(statuses).to.deep.equal(kind === 'failed' ? [503, 503] : [201, repeated]);
        });
        for (const to of [1, 0, 1]) expect((await make(to)).status).to.be.oneOf([201, repeated]);
        const { body: limits } = await own[0].get<{ documents: { month: { used: number } } }>('/v1/limits');
        expect(limits.documents.month.used).to.equal(1);
      }
    });
  }
});
