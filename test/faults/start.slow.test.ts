// Slow: waits for backends that come late.
/** A service whose backends are away at its start is not ready, says why, and begins when they are there. */
import { expect } from 'chai';
import { create, search } from '../http/making.js';
import { eventually } from '../races/support.js';
import { describeCluster } from '../support/backends.js';
import { silent } from './http-faults.js';
import { callerOf, FaultInjectedService } from './fault-injected-service.js';

const AWAY: Record<string, { take(service: FaultInjectedService): unknown; reason: RegExp; hasty?: boolean }> = {
  'an OpenSearch that refuses connections': { take: (service) => service.openSearch.refuse(), reason: /^OpenSearch/ },
  'an S3 that never answers': { take: (service) => service.s3.inject(silent), reason: /^S3/, hasty: true },
};

describeCluster('faults: a service that starts without', function () {
  this.timeout(60_000);
  let service: FaultInjectedService;
  afterEach(() => service.close());

  for (const [backend, { take, reason, hasty = false }] of Object.entries(AWAY)) {
    it(`${backend} says what it waits for, and begins when that is there`, async () => {
      service = await FaultInjectedService.prepare({ hasty });
      await take(service);
      const starting = service.start();
      const waits = () => service.lines.filter(({ msg }) => msg === 'backend unavailable');
      await eventually('it waits', async () => waits().length >= 1);
      for (const { reason: told, level } of waits()) expect([level, told]).to.satisfy(isWarning(reason));
      await service.heal();
      await starting;
      await eventually('it is ready', async () => (await service.readiness()).status === 'ready');
      await expectWritesFound(service);
    });
  }

  it('a proof of its store yet is not ready, though another service has set all up', async () => {
    const other = await FaultInjectedService.start();
    service = await FaultInjectedService.prepare({ storage: other.storage });
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    service.s3.inject(
      async (exchange) => {
        await opened;
        exchange.answer(await exchange.forward());
      },
      { on: ({ method }) => method === 'PUT' },
    );
    await service.start();
    // A backend may miss a deadline on a busy machine, and is missing then for a moment.
    await eventually(
      'its object store is missing',
      async () => String((await service.readiness()).missing) === 'object store',
    );
    open();
    await service.untilMissing();
    await expectWritesFound(service);
    await other.close();
  });

  it('Redis begins at once, and counts in it when it is there', async () => {
    service = await FaultInjectedService.prepare();
    await service.redis.close();
    await service.start();
    // On a busy machine another backend may miss a deadline: it is missing then for a moment.
    await service.untilMissing();
    await expectWritesFound(service);
    expect(await service.metric('quire_limiter_shared')).to.equal(0);
    await service.heal();
    await eventually('it counts in Redis', async () => {
      await expectWritesFound(service);
      return (await service.metric('quire_limiter_shared')) === 1;
    });
  });
});

function isWarning(reason: RegExp): (told: [unknown, unknown]) => boolean {
  return ([level, text]) => level === 40 && reason.test(String(text));
}

async function expectWritesFound(service: FaultInjectedService): Promise<void> {
  const caller = await callerOf(service);
  const { id, title } = await create(caller);
  expect((await search(caller, { q: title })).results.map((found) => found.id)).to.deep.equal([id]);
}
