import { expect } from 'chai';
import { expectError, expectStatus, header, type Answer } from '../http/client.js';
import {
  content, create, listFolders, listVersions, push, read, restoreOf, search, unique, versionsOf,
} from '../http/making.js';
import { keyed, saying, type Callers } from './support.js';
import { describeTwins, type Call, type Faults } from './twins.js';

/** One request that can be repeated, and how its effects are counted. */
type Attempt = {
  send(to: number): Promise<Answer>;
  /** Fails unless it happened exactly once, for both services. */
  expectOnce(): Promise<void>;
};

type Operation = { success: number; headWrite: Call; prepare(callers: Callers): Promise<Attempt> };

const OPERATIONS: Record<string, Operation> = {
  'a create': {
    success: 201, headWrite: 'writeHead',
    prepare: async (callers) => {
      const [key, word] = [unique(), unique()];
      return {
        send: (to) => callers[to]!.post('/v1/documents', saying(word), keyed(key)),
        expectOnce: () => eachCaller(callers, async (caller) => {
          const { results } = await search(caller, { q: word });
          expect(results.map(({ current_version: version }) => version)).to.deep.equal([1]);
          expect((await read(caller, results[0]!.id)).blocks[0]?.content).to.equal(word);
        }),
      };
    },
  },
  'a push': {
    success: 201, headWrite: 'writeHead',
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
    success: 201, headWrite: 'writeHead',
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
  'a delete': {
    success: 204, headWrite: 'writeHead',
    prepare: async (callers) => {
      const { id, title } = await create(callers[1]);
      return {
        send: (to) => callers[to]!.delete(`/v1/documents/${id}`),
        expectOnce: () => eachCaller(callers, async (caller) => {
          expectError(await caller.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
          expect((await search(caller, { q: title })).count).to.equal(0);
        }),
      };
    },
  },
  'a folder': {
    success: 201, headWrite: 'createFolder',
    prepare: async (callers) => {
      const [key, name] = [unique(), unique()];
      return {
        send: (to) => callers[to]!.post('/v1/folders', { name }, keyed(key)),
        expectOnce: () => eachCaller(callers, async (caller) => {
          expect((await listFolders(caller)).filter((folder) => folder.name === name)).to.have.length(1);
        }),
      };
    },
  },
};

const KINDS = ['failed', 'lost', 'late'] as const;

describeTwins('a lost answer', 20_000, (twins) => {
  let callers: Callers;
  before(async () => { callers = await twins().callers(); });

  for (const [name, operation] of Object.entries(OPERATIONS)) {
    for (const [step, call] of stepsOf(operation)) {
      it(`to the ${step} of ${name} does not keep it from happening, once`, async () => {
        for (const kind of KINDS) {
          const attempt = await operation.prepare(callers);
          twins().faults.once(call, twins().faults[kind]);
          expectStatus(await attempt.send(0), operation.success);
          await attempt.expectOnce();
          await twins().faults.land();
          await attempt.expectOnce();
        }
      });
    }
  }
});

describeTwins('answers that are all lost', 250, (twins) => {
  let callers: Callers;
  before(async () => { callers = await twins().callers(); });

  for (const [name, operation] of Object.entries(OPERATIONS)) {
    for (const [step, call] of stepsOf(operation)) {
      it(`to the ${step} of ${name} leave it to a repeat to happen, once`, async () => {
        for (const kind of KINDS) {
          for (const landing of ['before', 'after'] as const) {
            const attempt = await operation.prepare(callers);
            await failing(twins().faults, call, kind, async () => {
              const answer = await attempt.send(0);
              if (call !== 'bumpEpoch' && kind !== 'lost') expectError(answer, 'UNAVAILABLE');
              else expect(answer.status, answer.text).to.be.oneOf([operation.success, 503]);
            });
            if (landing === 'before') await twins().faults.land();
            await expectRepeat(attempt, operation, 1);
            await attempt.expectOnce();
            await twins().faults.land();
            await attempt.expectOnce();
            await expectRepeat(attempt, operation, 0);
            await attempt.expectOnce();
          }
        }
      });
    }
  }

  it('leave a claimed version unseen until somebody brings the head forward', async () => {
    const { id, title } = await create(callers[1]);
    const word = unique();
    await failing(twins().faults, 'writeHead', 'failed', async () => {
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
    await failing(twins().faults, 'writeHead', 'failed', async () => {
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
      twins().faults.arm('refresh', twins().faults.failed);
      await failing(twins().faults, 'bumpEpoch', 'failed', async () => {
        expectError(await attempt.send(0), 'UNAVAILABLE');
      });
      await expectRepeat(attempt, operation, 1);
      await attempt.expectOnce();
    }
  });

  it('of a create keep its unit, and a repeat costs no other', async () => {
    const own = await twins().callers();
    const key = unique();
    const body = content();
    const make = async (to: number, status: number) => {
      const answer = await own[to]!.post('/v1/documents', body, keyed(key));
      expectStatus(answer, status);
      expect(header(answer, 'X-Quota-Used')).to.equal('1');
    };
    await failing(twins().faults, 'writeHead', 'failed', async () => {
      await make(0, 503);
      await make(0, 503);
    });
    for (const to of [1, 0, 1]) await make(to, 201);
  });
});

function stepsOf({ headWrite }: Operation): [string, Call][] {
  return [['claim', 'create'], ['record in the index', headWrite], ['epoch', 'bumpEpoch']];
}

async function failing(
  faults: Faults, call: Call, kind: (typeof KINDS)[number], work: () => Promise<void>,
): Promise<void> {
  faults.arm(call, faults[kind]);
  await work();
  faults.disarm();
}

/** A delete has no key: when it has happened, its repeat finds nothing. */
async function expectRepeat(attempt: Attempt, { success }: Operation, to: number): Promise<void> {
  const answer = await attempt.send(to);
  expect(answer.status, answer.text).to.be.oneOf(success === 204 ? [204, 404] : [success]);
}

async function expectTitles(callers: Callers, id: string, titles: readonly string[]): Promise<void> {
  await eachCaller(callers, async (caller) => {
    const { versions } = await listVersions(caller, id);
    expect(versions.map(({ title }) => title)).to.deep.equal(titles);
    expect((await read(caller, id)).title).to.equal(titles.at(-1));
    expect((await search(caller, { q: titles.at(-1) as string })).results.map((found) => found.id)).to.deep.equal([id]);
  });
}

async function eachCaller(callers: Callers, job: (caller: Callers[number]) => Promise<void>): Promise<void> {
  for (const caller of callers) await job(caller);
}
