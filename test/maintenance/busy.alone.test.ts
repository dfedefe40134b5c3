// Alone: measures how long writers wait, with every core of the machine at work.
/** Rebuilds of an index that is being written to hard, on a machine that has no time. */
import { expect } from 'chai';
import { whileCoresBurn } from '../support/burn-cores.js';
import type { HttpProxy } from '../support/http-proxy.js';
import { clusterStorage, describeModes } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { startSlowProxy } from '../support/slow-proxy.js';
import { siteOf, type Rebuilt } from './busy-site.js';

const TEST_MS = 300_000;
/** What the rebuild itself holds to, and what writers may see of it on a machine that has other work too. */
const PAUSED_AT_MOST_MS = 3_000;
const WAITED_AT_MOST_MS = 6_000;

function expectUndisturbed({ report: { counts, pausedMs }, waitedMs }: Rebuilt): void {
  expect(waitedMs).to.be.lessThan(WAITED_AT_MOST_MS);
  expect(counts.repaired).to.equal(0);
  expect(pausedMs).to.be.lessThan(PAUSED_AT_MOST_MS);
}

describeModes('a rebuild under hot writes', function (makeStorage) {
  const getSite = siteOf(makeStorage);

  it('ends where nobody writes', async () => {
    expectUndisturbed(await getSite().rebuild({ documents: 100, writesPerSecond: 0 }));
  }).timeout(TEST_MS);

  it('ends under 500 writes a second, or as many as the machine takes', async () => {
    expectUndisturbed(await getSite().rebuild({ documents: 200, writesPerSecond: 500 }));
  }).timeout(TEST_MS);

  it('ends on a machine with every core burnt', async () => {
    expectUndisturbed(await whileCoresBurn(() => getSite().rebuild({ documents: 150, writesPerSecond: 70 })));
  }).timeout(TEST_MS);
});

describeCluster('a rebuild under hot writes, far away from OpenSearch', () => {
  const getSite = siteOf(clusterStorage);
  let proxy: HttpProxy;

  before(async () => {
    proxy = await startSlowProxy(getSite().storage.env['OPENSEARCH_URL'] as string, () => 30 + Math.random() * 50);
  });
  after(() => proxy?.close());

  it('ends, and repairs nothing that only writers have changed', async () => {
    // Few enough that many are pushed again while their changes are read.
    expectUndisturbed(await getSite().rebuild({ documents: 40, writesPerSecond: 70 }, { OPENSEARCH_URL: proxy.url }));
  }).timeout(TEST_MS);
});
