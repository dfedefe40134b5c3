// Slow: kills and starts Redis for each way to lose it, and waits until services have noticed.
/** What holds while the counters are away, for one service or for all: limits, quota, and reading one's writes. */
import { expect } from 'chai';
import { expectError, expectStatus, header, type Client } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  push,
  restoreOf,
  search,
  unique,
  versionsOf,
} from '../http/making.js';
import { eventually, saying } from '../races/support.js';
import type { HttpProxyRequest } from '../support/http-proxy.js';
import { clusterStorage } from '../support/modes.js';
import type { OwnRedis } from '../support/own-redis.js';
import { describeOwnRedis } from './own-redis.js';
import { FaultInjectedService } from './fault-injected-service.js';

const START_MS = 120_000;
const isPut = ({ method }: HttpProxyRequest) => method === 'PUT';

/** Asked by way of a request, as only a request tries the counters again. */
async function isShared(service: FaultInjectedService): Promise<boolean> {
  await service.api.stranger.get('/v1/folders');
  return (await service.metric('quire_limiter_shared')) === 1;
}

/** Ways to lose the counters, and to get them back with or without what was in them. */
const OUTAGES: Record<string, { begin(redis: OwnRedis): unknown; end(redis: OwnRedis): unknown }> = {
  frozen: { begin: (redis) => redis.freeze(), end: (redis) => redis.thaw() },
  'killed and empty afterwards': { begin: (redis) => redis.kill(), end: (redis) => redis.restart() },
  'killed and as they were before, afterwards': {
    begin: async (redis) => {
      await redis.call('SAVE');
      await redis.kill();
    },
    end: (redis) => redis.restart(),
  },
};

describeOwnRedis('faults: counters that are away', (redis) => {
  let first: FaultInjectedService;
  let second: FaultInjectedService;

  before(async function () {
    this.timeout(START_MS);
    const storage = await clusterStorage();
    first = await FaultInjectedService.start({ storage, redisUrl: redis().url });
    second = await FaultInjectedService.start({ storage, redisUrl: redis().url });
  });
  beforeEach(() => eventually('both count in Redis', async () => (await isShared(first)) && (await isShared(second))));
  after(() => Promise.all([first?.close(), second?.close()]));

  /** One owner at both services. */
  async function callers(plan = 'unmetered'): Promise<[Client, Client]> {
    const caller = await first.api.caller({ plan });
    const other = second.api.stranger.with({ 'X-API-Key': String(caller.headers['X-API-Key']) });
    return [caller, other];
  }

  for (const [how, { begin, end }] of Object.entries(OUTAGES)) {
    describe(how, function () {
      this.timeout(20_000);

      it('are told of by metrics and the log, once, and so is their return', async () => {
        const [caller] = await callers();
        first.forgetLines();
        await begin(redis());
        for (let i = 0; i < 5; i++) expectStatus(await caller.get('/v1/folders'), 200);
        expect(await first.metric('quire_limiter_shared')).to.equal(0);
        await end(redis());
        await eventually('counted in Redis again', async () => {
          expectStatus(await caller.get('/v1/folders'), 200);
          return (await first.metric('quire_limiter_shared')) === 1;
        });
        const modes = first.lines.filter(({ msg }) => msg === 'rate-limiter mode changed');
        expect(modes.map(({ mode, level }) => [mode, level])).to.deep.equal([
          ['local', 40],
          ['shared', 30],
        ]);
        expect(modes[0]?.['cause']).to.match(/counter store did not answer/);
        expect((await first.readiness()).missing).to.deep.equal([]);
      });

      it('leave each process the full limits of its own', async () => {
        const pair = await callers('three-a-minute');
        expectStatus(await pair[0].get('/v1/folders'), 200);
        await begin(redis());
        for (const caller of pair) {
          for (const remaining of ['2', '1', '0']) {
            const answer = await caller.get('/v1/folders');
            expectStatus(answer, 200);
            expect(header(answer, 'X-RateLimit-Remaining')).to.equal(remaining);
          }
          expect(expectError(await caller.get('/v1/folders'), 'RATE_LIMITED')).to.deep.equal({ window: 'minute' });
        }
        await end(redis());
      });

      it('let nobody have more documents than the quota, then or afterwards', async () => {
        const [caller] = await callers('two-documents');
        await create(caller);
        await begin(redis());
        const made = await caller.post('/v1/documents', content());
        expectStatus(made, 201);
        expect(header(made, 'X-Quota-Used')).to.equal('2');
        expectError(await caller.post('/v1/documents', content()), 'QUOTA_EXCEEDED');
        await end(redis());
        await eventually('counted in Redis again', async () => {
          const refused = await caller.post('/v1/documents', content());
          expectError(refused, 'QUOTA_EXCEEDED');
          expect(Number(header(refused, 'X-Quota-Used'))).to.be.at.least(2);
          return isShared(first);
        });
        expectError(await caller.post('/v1/documents', content()), 'QUOTA_EXCEEDED');
      });

      it('keep nobody from reading their writes, at the other process too', async () => {
        const pair = await callers();
        await expectWritesRead(pair);
        await begin(redis());
        await expectWritesRead(pair);
        await end(redis());
        await eventually('both count in Redis again', async () => {
          await expectWritesRead(pair);
          return (await isShared(first)) && (await isShared(second));
        });
        await expectWritesRead(pair);
      });
    });
  }

  it('of one process alone keep nobody from reading their writes', async () => {
    const [near, far] = await callers();
    await expectWritesRead([near, far]);
    first.redis.freeze();
    for (const pair of [
      [near, far],
      [far, near],
    ] as const)
      await expectWritesRead(pair);
    first.redis.thaw();
    await eventually('counted in Redis again', async () => {
      for (const pair of [
        [near, far],
        [far, near],
      ] as const)
        await expectWritesRead(pair);
      return isShared(first);
    });
  });

  it('and come back with older values keep nobody from reading their writes', async function () {
    this.timeout(20_000);
    const pair = await callers();
    await create(pair[0]);
    await redis().call('SAVE');
    // At the second process more is on record as fresh than the counters will know of.
    await expectWritesRead(pair);
    await redis().kill();
    await redis().restart();
    await eventually('both count in Redis again', async () => (await isShared(first)) && (await isShared(second)));
    for (let i = 0; i < 5; i++) {
      const { title } = await create(pair[0]);
      expect((await search(pair[1], { q: title })).count, `write ${i}`).to.equal(1);
    }
  });

  it('since the middle of a write fail none, and it is read at the other process', async () => {
    const [caller, other] = await callers();
    const { id, title } = await create(caller);
    await push(caller, id);
    const word = unique();
    const writes: (() => Promise<unknown>)[] = [
      async () => expectStatus(await caller.post('/v1/documents', saying(word)), 201),
      async () => expectStatus(await caller.post(versionsOf(id), saying(word)), 201),
      async () => expectStatus(await caller.post(restoreOf(id, 1)), 201),
      async () => expectStatus(await caller.delete(`/v1/documents/${id}`), 204),
    ];
    const found: [string, number][] = [
      [word, 1],
      [word, 2],
      [title, 1],
      [title, 0],
    ];
    for (const [i, write] of writes.entries()) {
      first.s3.inject(
        async (exchange) => {
          first.redis.freeze();
          exchange.answer(await exchange.forward());
        },
        { on: isPut, times: 1 },
      );
      await write();
      const [q, count] = found[i] as [string, number];
      expect((await search(other, { q })).count, `write ${i}`).to.equal(count);
      await first.heal();
      await eventually('counted in Redis again', () => isShared(first));
    }
  });
});

/** What the one has written, each kind of write, the other finds at once. */
async function expectWritesRead([writer, reader]: readonly [Client, Client]): Promise<void> {
  const { id, title } = await create(writer);
  expect((await search(reader, { q: title })).count).to.equal(1);
  const pushed = await push(writer, id);
  expect((await search(reader, { q: pushed.title })).results.map((found) => found.current_version)).to.deep.equal([2]);
  expect((await search(reader, { q: title })).count).to.equal(0);
  const { id: folderId } = await createFolder(writer);
  expect((await listFolders(reader)).some((folder) => folder.id === folderId)).to.equal(true);
  expectStatus(await writer.delete(`/v1/documents/${id}`), 204);
  expect((await search(reader, { q: pushed.title })).count).to.equal(0);
}
