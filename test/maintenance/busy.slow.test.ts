// Slow: measures how long writers wait, with every core of the machine at work.
/** Rebuilds of an index that is being written to hard, on a machine that has no time. */
import { expect } from 'chai';
import { printedReport } from '../support/printed-report.js';
import type { ReindexReport } from '../../src/maintenance/reindex/reindex.js';
import { startQuire } from '../cli/quire.js';
import { Client } from '../http/client.js';
import { whileCoresBurn } from '../support/burn-cores.js';
import type { HttpProxy } from '../support/http-proxy.js';
import { issueKey } from '../support/issue-key.js';
import { clusterPlace, describeModes, type Place } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { startSlowProxy } from '../support/slow-proxy.js';
import { HotWriters } from './hot-writers.js';

const TEST_MS = 300_000;
/** What the rebuild itself holds to, and what writers may see of it on a machine that has other work too. */
const PAUSED_AT_MOST_MS = 3_000;
const WAITED_AT_MOST_MS = 6_000;

type Load = { documents: number; writesPerSecond: number };

/** A service, and those who write to it while it is rebuilt. */
class Site {
  readonly place: Place;
  readonly #service: ServiceProcess;
  readonly #client: Client;

  static async open(place: Place): Promise<Site> {
    const service = await startServiceProcess(place.env);
    return new Site(place, service, new Client(service.url, { 'X-API-Key': await issueKey(place.env) }));
  }

  private constructor(place: Place, service: ServiceProcess, client: Client) {
    this.place = place;
    this.#service = service;
    this.#client = client;
  }

  /** A rebuild in a process of its own, which must succeed, judged by those who write meanwhile. */
  async rebuild(load: Load, env: Record<string, string> = {}): Promise<ReindexReport> {
    const writers = await HotWriters.begin([this.#client], load);
    const { code, stdout, stderr } = await startQuire({ ...this.place.env, ...env }, 'reindex', '--json').ended;
    await writers.end();
    expect(code, stderr).to.equal(0);
    const report = printedReport(stdout);
    await writers.verify();
    expect(writers.longestWaitMs).to.be.lessThan(WAITED_AT_MOST_MS);
    return report;
  }

  async close(): Promise<void> {
    await this.#service.stop();
    await this.place.dispose();
  }
}

function siteOf(makePlace: () => Promise<Place>): () => Site {
  let site: Site | undefined;
  before(async function () {
    this.timeout(60_000);
    site = await Site.open(await makePlace());
  });
  after(() => site?.close());
  return () => site as Site;
}

function expectUndisturbed({ counts, pausedMs }: ReindexReport): void {
  expect(counts.repaired).to.equal(0);
  expect(pausedMs).to.be.lessThan(PAUSED_AT_MOST_MS);
}

describeModes('a rebuild under hot writes', function (makePlace) {
  const getSite = siteOf(makePlace);

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
  const getSite = siteOf(clusterPlace);
  let proxy: HttpProxy;

  before(async () => {
    proxy = await startSlowProxy(getSite().place.env['OPENSEARCH_URL'] as string, () => 30 + Math.random() * 50);
  });
  after(() => proxy?.close());

  it('ends, and mends nothing that only writers have changed', async () => {
    // Few enough that many are pushed again while their changes are read.
    expectUndisturbed(await getSite().rebuild({ documents: 40, writesPerSecond: 70 }, { OPENSEARCH_URL: proxy.url }));
  }).timeout(TEST_MS);
});
