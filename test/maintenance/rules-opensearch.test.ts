/** The rules of a rebuild that matter where a search sees a write only after a refresh. */
import { expect } from 'chai';
import { makeClient } from '../support/opensearch-client.js';
import { GENERATION_ADDRESS } from '../../src/adapters/opensearch/model/addresses.js';
import { readConfig } from '../../src/config/read-config.js';
import type { Entry, HeadMark, FencingToken, IndexAdmin } from '../../src/ports/index-admin.js';
import type { Client } from '../http/client.js';
import { create, push, read, search, unique } from '../http/making.js';
import { altering, once } from '../support/intercept-calls.js';
import { clusterStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { collect, errorOf } from '../support/rebuild-helpers.js';
import { headAt } from './planting.js';
import { Stepping } from './stepping.js';
import { SILENT } from './reindex-harness.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

describeCluster('the rules of a rebuild in OpenSearch', function () {
  this.timeout(60_000);
  const getHarness = maintenanceHarnessOf(clusterStorage);
  let openSearch: ReturnType<typeof makeClient>;
  let client: Client;
  let source: string;

  before(() => {
    const { storage } = readConfig(getHarness().storage.env);
    if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
    openSearch = makeClient(storage.openSearch);
  });
  after(() => openSearch?.close());
  beforeEach(async () => {
    client = await getHarness().caller({ owner: unique() });
    source = await getHarness().index();
    await letNothingRefresh(source);
  });

  /** But those who ask for it. */
  async function letNothingRefresh(index: string): Promise<void> {
    await openSearch.indices.putSettings({ index, body: { 'index.refresh_interval': '-1' } });
  }

  /** Somebody deletes all that a search sees. */
  async function empty(index: string): Promise<void> {
    await openSearch.indices.refresh({ index });
    await openSearch.deleteByQuery({ index, refresh: true, body: { query: { match_all: {} } } });
  }

  const blocking = (act: () => Promise<unknown>): IndexAdmin =>
    altering(getHarness().backends.admin, 'block', async (real, [token]) => {
      if ((token as FencingToken).index === source) await act();
      return real();
    });

  it('checkpointBeforeRefresh: what is pushed between the two calls of a round is not missed', async () => {
    const harness = getHarness();
    const { id } = await create(client);
    const pushOnce = once(() => push(client, id));
    let isLoaded = false;
    const loading = altering(harness.backends.admin, 'writeIfHigher', async (real, [, entries]) => {
      await real();
      isLoaded ||= (entries as Entry[]).some((entry) => entry.kind === 'head' && entry.head.id === id);
    });
    const betweenCalls = async (real: () => unknown): Promise<unknown> => {
      const answer = await real();
      if (isLoaded) await pushOnce();
      return answer;
    };
    const admin = altering(altering(loading, 'checkpoint', betweenCalls), 'refresh', betweenCalls);
    const { counts } = await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect(counts.repaired).to.equal(0);
    expect((await headAt(harness, id))?.head.currentVersion).to.equal(2);
  });

  it('refreshOldAfterBlock: nodes that still search the old index find what was written before the block', async () => {
    const harness = getHarness();
    const { id } = await create(client);
    const found: unknown[] = [];
    const admin = altering(blocking(once(() => push(client, id))), 'swap', async (real, [, token]) => {
      const marks = (await collect<HeadMark[]>(harness.backends.admin.scanHeads(source))).flat();
      const [copied] = await harness.backends.admin.readHeads((token as FencingToken).index, [id]);
      found.push(marks.find((mark) => mark.id === id)?.currentVersion, copied?.head.currentVersion);
      await real();
    });
    await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect(found.slice(0, 2)).to.deep.equal([2, 2]);
  });

  it('refreshNewBeforeSwap: an owner who has searched before finds everything right after the swap', async () => {
    const harness = getHarness();
    const { id } = await create(client);
    const title = unique();
    const find = async () => (await search(client, { q: title })).results.map((result) => result.id);
    const pushing = blocking(
      once(async () => {
        await push(client, id, { title });
        expect(await find()).to.deep.equal([id]);
      }),
    );
    const creating = altering(pushing, 'create', async (real) => {
      const made = (await real()) as string;
      await letNothingRefresh(made);
      return made;
    });
    const found: string[][] = [];
    const admin = altering(creating, 'swap', async (real) => {
      await real();
      found.push(await find());
    });
    await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect(found[0]).to.deep.equal([id]);
  });

  it('sourceStillRight: an index that was emptied before its last changes were followed is not swapped for', async () => {
    const harness = getHarness();
    const { id } = await create(client);
    const admin = blocking(
      once(async () => {
        await push(client, id);
        await empty(source);
      }),
    );
    await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect((await headAt(harness, id))?.head.currentVersion).to.equal(2);
    expect((await read(client, id)).id).to.equal(id);
  });

  it('blockLost: an index that was emptied takes no writes from before the log is listed', async () => {
    const harness = getHarness();
    await empty(source);
    const blocked: boolean[] = [];
    const store = altering(harness.backends.store, 'list', async function* (real, [prefix]) {
      if (String(prefix).startsWith('documents/')) blocked.push(await harness.backends.admin.isBlocked(source));
      yield* real() as AsyncIterable<string>;
    });
    await harness.reindexHarness.reindex({ backends: { ...harness.backends, store } });
    expect(blocked[0]).to.equal(true);
  });

  /** The index of a rebuild that died before it was filled. */
  async function leftBehind(): Promise<string> {
    const stepping = new Stepping({ of: 'find', at: 1, how: 'before' });
    await errorOf(getHarness().reindexHarness.reindex({ stepping, timing: SILENT }));
    const prefix = source.slice(0, source.lastIndexOf('-'));
    const indices = Object.keys((await openSearch.indices.get({ index: `${prefix}-*` })).body);
    return String(indices.find((index) => index !== source && !index.startsWith(`${prefix}-words-`)));
  }

  it('resumeComplete: an index whose making was cut off is not gone on with', async () => {
    const made = await leftBehind();
    await openSearch.delete({ index: made, ...GENERATION_ADDRESS });
    expect((await getHarness().reindexHarness.reindex()).resumed).to.equal(false);
    await create(client);
  });

  it('an index that is whole is gone on with, and one that an index template has made otherwise is not', async () => {
    await leftBehind();
    expect((await getHarness().reindexHarness.reindex()).resumed).to.equal(true);
    source = await getHarness().index();
    const { id } = await create(client);
    const made = await leftBehind();
    const document = { index: made, ...GENERATION_ADDRESS };
    const { _source: body } = (await openSearch.get(document)).body;
    await openSearch.indices.delete({ index: made });
    await openSearch.indices.create({ index: made, body: { mappings: { dynamic: true } } });
    await openSearch.index({ ...document, body: body as object });
    const report = await getHarness().reindexHarness.reindex();
    expect([report.resumed, report.index === made]).to.deep.equal([false, false]);
    expect((await read(client, id)).id).to.equal(id);
  });
});
