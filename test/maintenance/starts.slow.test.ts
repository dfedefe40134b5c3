// Slow: rebuilds an index in each test, in OpenSearch too.
import { expect } from 'chai';
import { makeClient } from '../support/opensearch-client.js';
import { readConfig } from '../../src/config/read-config.js';
import { OperatorError } from '../../src/domain/errors.js';
import { rootFolderId } from '../../src/domain/ids.js';
import { Client, expectError } from '../http/client.js';
import { searchFor } from '../http/making.js';
import { clusterStorage, describeModes } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { livingHead } from '../support/factories.js';
import { expectIndexEqualsLog } from './equals-log.js';
import { plantDocuments } from './plant.js';
import { Stepping } from './stepping.js';
import { reindexHarnessOf, type ReindexHarness } from './reindex-harness.js';

const MINUTES = 240_000;

describeModes('a rebuild, whatever there is of an index', (makeStorage) => {
  const getHarness = reindexHarnessOf(makeStorage);

  it('of one that is in order makes the same again', async function () {
    this.timeout(MINUTES);
    const harness = getHarness();
    const before = await harness.backends.admin.current();
    const report = await harness.atWork(() => harness.reindex());
    const after = await harness.backends.admin.current();
    expect(after).to.include({ name: report.index, generation: report.generation });
    expect(after?.name).not.to.equal(before?.name);
    expect(await harness.backends.admin.find(before?.generation as string)).to.equal(undefined);
    await harness.verify();
    await expectIndexEqualsLog(harness.backends);
  });

  it('that is lost answers 503 until it is there again', async function () {
    this.timeout(MINUTES);
    const harness = getHarness();
    await harness.backends.admin.discardCurrent();
    const client = new Client(harness.service.url, { 'X-API-Key': await harness.service.issueKey() });
    for (const path of ['/v1/folders', searchFor({ q: 'w' }), `/v1/documents/${rootFolderId('x')}`]) {
      expectError(await client.get(path), 'UNAVAILABLE');
    }
    expect((await client.get('/health/ready')).status).to.equal(503);
    expect((await harness.reindex()).pausedMs).to.equal(0);
    await harness.verify();
    await expectIndexEqualsLog(harness.backends);
  });

  for (const call of ['writeIfHigher', 'changesAfter', 'block']) {
    it(`that is lost in the middle of it, before ${call}, begins again with the log alone`, async function () {
      this.timeout(MINUTES);
      const harness = getHarness();
      const stepping = new Stepping({ at: 1, of: call, how: 'held' });
      const running = harness.reindex({ stepping });
      await Promise.race([running, stepping.reached]);
      await harness.writes(3);
      await harness.backends.admin.discardCurrent();
      stepping.release();
      const { resumed, pausedMs } = await running;
      expect({ resumed, pausedMs }).to.deep.equal({ resumed: false, pausedMs: 0 });
      await harness.verify();
      await expectIndexEqualsLog(harness.backends);
    });
  }

  it('of another log is refused, and replaced where the operator says so', async function () {
    this.timeout(MINUTES);
    const harness = getHarness();
    const { admin } = harness.backends;
    const foreign = await admin.create('another');
    await admin.writeIfHigher(foreign, [{ kind: 'head', head: livingHead() }]);
    await admin.swap((await admin.current())?.name, await admin.takeToken(foreign, 1));
    const refusal = await harness.reindex().catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(OperatorError);
    expect((refusal as Error).message).to.match(/another log.*--discard-index/s);
    expect((await admin.current())?.name).to.equal(foreign);
    await harness.reindex({ options: { discardIndex: true } });
    await harness.verify();
    await expectIndexEqualsLog(harness.backends);
  });

  it('that is behind the log, lacks documents or has too many, ends as the log is', async function () {
    this.timeout(MINUTES);
    const harness = getHarness();
    const { admin, store } = harness.backends;
    await plantDocuments(store, { owners: ['late'], documents: 30, mostVersions: 4, random: Math.random });
    const current = (await admin.current())?.name as string;
    const ghost = livingHead();
    await admin.writeIfHigher(current, [{ kind: 'head', head: ghost }]);
    const report = await harness.atWork(() => harness.reindex());
    expect(report.counts.behind).to.be.at.least(30);
    expect(report.anomalies['head without a log']).to.deep.equal({ count: 1, examples: [ghost.id] });
    await harness.verify();
    await expectIndexEqualsLog(harness.backends);
  });
});

describeCluster('a rebuild in OpenSearch', function () {
  this.timeout(MINUTES);
  const getHarness = reindexHarnessOf(clusterStorage);
  let client: ReturnType<typeof makeClient>;

  before(() => {
    const { storage } = readConfig(getHarness().service.storage.env);
    if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
    client = makeClient(storage.openSearch);
  });
  after(() => client.close());

  const nameOf = async (harness: ReindexHarness) => (await harness.backends.admin.current())?.name as string;

  it('of an index that was emptied needs no word of the operator', async () => {
    const harness = getHarness();
    const index = await nameOf(harness);
    // Only what a search sees is deleted.
    await client.indices.refresh({ index });
    await client.deleteByQuery({ index, refresh: true, body: { query: { match_all: {} } } });
    await harness.reindex();
    expect(await nameOf(harness)).not.to.equal(index);
    await harness.verify();
    await expectIndexEqualsLog(harness.backends);
  });

  it('of an index of an older schema reads what has changed from the log', async () => {
    const harness = getHarness();
    const index = await nameOf(harness);
    await client.indices.putMapping({ index, body: { _meta: { schema_version: 0 } } });
    expect((await harness.backends.admin.current())?.schemaVersion).to.equal(0);
    await harness.atWork(() => harness.reindex());
    expect((await harness.backends.admin.current())?.schemaVersion).to.equal(7);
    await harness.verify();
    await expectIndexEqualsLog(harness.backends);
  });
});
