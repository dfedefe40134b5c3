/** Parts that are away when the service starts: it is not ready, says why, and begins by itself when they are there. */
import { expect } from 'chai';
import { create, search } from '../http/making.js';
import { eventually } from '../races/support.js';
import { describeCluster } from '../support/parts.js';
import { silent } from './http-faults.js';
import { callerOf, Site } from './site.js';

const AWAY: Record<string, { take(site: Site): unknown; reason: RegExp; hasty?: boolean }> = {
  'an OpenSearch that refuses connections': { take: (site) => site.openSearch.refuse(), reason: /^OpenSearch/ },
  'an S3 that never answers': { take: (site) => site.s3.inject(silent), reason: /^S3/, hasty: true },
};

describeCluster('faults: a service that starts without', function () {
  this.timeout(60_000);
  let site: Site;
  afterEach(() => site.close());

  for (const [part, { take, reason, hasty = false }] of Object.entries(AWAY)) {
    it(`${part} says what it waits for, and begins when that is there`, async () => {
      site = await Site.prepare({ hasty });
      await take(site);
      const starting = site.start();
      const waits = () => site.lines.filter(({ msg }) => msg === 'waiting for a part');
      await eventually('it waits', async () => waits().length >= 1);
      for (const { reason: told, level } of waits()) expect([level, told]).to.satisfy(isWarning(reason));
      await site.heal();
      await starting;
      await eventually('it is ready', async () => (await site.readiness()).status === 'ready');
      await expectWritesFound(site);
    });
  }

  it('a proof of its store yet is not ready, though another service has set all up', async () => {
    const other = await Site.start();
    site = await Site.prepare({ place: other.place });
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    site.s3.inject(
      async (exchange) => {
        await opened;
        exchange.answer(await exchange.forward());
      },
      { on: ({ method }) => method === 'PUT' },
    );
    await site.start();
    expect(await site.readiness()).to.deep.equal({ status: 'not ready', missing: ['set-up'] });
    open();
    await site.untilMissing();
    await expectWritesFound(site);
    await other.close();
  });

  it('Redis begins at once, and counts in it when it is there', async () => {
    site = await Site.prepare();
    await site.redis.close();
    await site.start();
    expect(await site.readiness()).to.deep.equal({ status: 'ready', missing: [] });
    await expectWritesFound(site);
    expect(await site.metric('quire_limiter_shared')).to.equal(0);
    await site.heal();
    await eventually('it counts in Redis', async () => {
      await expectWritesFound(site);
      return (await site.metric('quire_limiter_shared')) === 1;
    });
  });
});

function isWarning(reason: RegExp): (told: [unknown, unknown]) => boolean {
  return ([level, text]) => level === 40 && reason.test(String(text));
}

async function expectWritesFound(site: Site): Promise<void> {
  const caller = await callerOf(site);
  const { id, title } = await create(caller);
  expect((await search(caller, { q: title })).results.map((found) => found.id)).to.deep.equal([id]);
}
