// Long: rebuilds in a row, with twice as many endless loops as the machine has cores.
/** Rebuilds on a machine that has no time, before slow parts, beside two processes that write hard. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { describeCluster } from '../support/backends.js';
import { whileCoresBurn } from '../support/burn-cores.js';
import { holdWrites } from '../support/hold-writes.js';
import { HttpProxy, type Exchange } from '../support/http-proxy.js';
import { clusterStorage } from '../support/modes.js';
import { makeClient } from '../support/opensearch-client.js';
import { rounds } from '../support/rounds.js';
import { siteOf, type Rebuilt } from './busy-site.js';

const REBUILDS = rounds(1, 10);
const TEST_MS = 1_800_000;
/** An attempt may block for 2.5 s. The calls that end the block have no bound of their own: 4 s in all were seen. */
const WAITED_AT_MOST_MS = 5_300;
const LATENCY_AT_MOST_MS = 20;
/** Longer than a rebuild waits for a block. */
const HELD_MS = 3_000;

describeCluster('rebuilds in a row on a starved machine', () => {
  const getSite = siteOf(clusterStorage, 2);
  let openSearch: ReturnType<typeof makeClient>;
  let proxy: HttpProxy;
  /** Of the rebuild under way, until one is held; the first is of the old index, the second of the new one. */
  let blocksToCome = 0;

  before(async () => {
    const { storage } = readConfig(getSite().storage.env);
    if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
    openSearch = makeClient(storage.openSearch);
    proxy = await HttpProxy.start(storage.openSearch.url, slowly);
  });
  after(async () => {
    await proxy?.close();
    await openSearch?.close();
  });

  async function slowly(exchange: Exchange): Promise<void> {
    const [, token, block] = /^\/([^/]+)\/(_block\/write)/.exec(exchange.request.path) ?? [];
    if (token !== undefined && block !== undefined && --blocksToCome === 0) await hold(token);
    await delay(Math.random() * LATENCY_AT_MOST_MS);
    exchange.answer(await exchange.forward());
  }

  /** A write keeps the block that was asked for half set. */
  async function hold(token: string): Promise<void> {
    const { body } = await openSearch.indices.getAlias({ name: token });
    await holdWrites(openSearch, { index: Object.keys(body)[0] as string, ms: HELD_MS });
  }

  it('all end well, and writers wait less than 5.3 s', async () => {
    const seen: string[] = [];
    for (let round = 1; round <= REBUILDS; round++) {
      blocksToCome = round % 2 === 0 ? 0 : 2;
      const rebuilt = await whileCoresBurn(
        () => getSite().rebuild({ documents: 150, writesPerSecond: 70 }, { OPENSEARCH_URL: proxy.url }),
        2,
      );
      seen.push(figures(round, rebuilt));
      const figuresSoFar = seen.join('\n');
      expect(rebuilt.report.pausedMs, figuresSoFar).to.be.lessThan(WAITED_AT_MOST_MS);
      expect(rebuilt.waitedMs, figuresSoFar).to.be.lessThan(WAITED_AT_MOST_MS);
    }
  }).timeout(TEST_MS);
});

function figures(round: number, { report, waitedMs, pushMs, rate }: Rebuilt): string {
  const [blocked, waited, longest, writes] = [report.pausedMs, waitedMs, pushMs, rate].map(Math.round);
  return `${round}: blocked ${blocked} ms, no write for ${waited} ms, longest write ${longest} ms, ${writes} writes/s`;
}
