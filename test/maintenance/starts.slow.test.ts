import { expect } from 'chai';
import { makeClient } from '../../src/adapters/opensearch/transport/opensearch-client.js';
import { readConfig } from '../../src/config/read-config.js';
import { OperatorError } from '../../src/domain/errors.js';
import { rootFolderId } from '../../src/domain/ids.js';
import { Client, expectError } from '../http/client.js';
import { searchFor } from '../http/making.js';
import { clusterPlace, describeModes } from '../support/modes.js';
import { describeCluster } from '../support/parts.js';
import { livingHead } from '../support/factories.js';
import { expectIndexEqualsLog } from './equals-log.js';
import { plantDocuments } from './plant.js';
import { Stepping } from './stepping.js';
import { townOf, type Town } from './town.js';

const MINUTES = 240_000;

describeModes('a rebuild, whatever there is of an index', (makePlace) => {
  const getTown = townOf(makePlace);

  it('of one that is in order makes the same again', async function () {
    this.timeout(MINUTES);
    const town = getTown();
    const before = await town.parts.rebuild.current();
    const report = await town.atWork(() => town.reindex());
    const after = await town.parts.rebuild.current();
    expect(after).to.include({ name: report.index, generation: report.generation });
    expect(after?.name).not.to.equal(before?.name);
    expect(await town.parts.rebuild.find(before?.generation as string)).to.equal(undefined);
    await town.verify();
    await expectIndexEqualsLog(town.parts);
  });

  it('that is lost answers 503 until it is there again', async function () {
    this.timeout(MINUTES);
    const town = getTown();
    await town.parts.rebuild.discardCurrent();
    const client = new Client(town.service.url, { 'X-API-Key': await town.service.issueKey() });
    for (const path of ['/v1/folders', searchFor({ q: 'w' }), `/v1/documents/${rootFolderId('x')}`]) {
      expectError(await client.get(path), 'UNAVAILABLE');
    }
    expect((await client.get('/health/ready')).status).to.equal(503);
    expect((await town.reindex()).pausedMs).to.equal(0);
    await town.verify();
    await expectIndexEqualsLog(town.parts);
  });

  for (const call of ['writeIfHigher', 'changesAfter', 'block']) {
    it(`that is lost in the middle of it, before ${call}, begins again with the log alone`, async function () {
      this.timeout(MINUTES);
      const town = getTown();
      const stepping = new Stepping({ at: 1, of: call, how: 'held' });
      const running = town.reindex({ stepping });
      await Promise.race([running, stepping.reached]);
      await town.writes(3);
      await town.parts.rebuild.discardCurrent();
      stepping.release();
      const { resumed, pausedMs } = await running;
      expect({ resumed, pausedMs }).to.deep.equal({ resumed: false, pausedMs: 0 });
      await town.verify();
      await expectIndexEqualsLog(town.parts);
    });
  }

  it('of another log is refused, and replaced where the operator says so', async function () {
    this.timeout(MINUTES);
    const town = getTown();
    const { rebuild } = town.parts;
    const foreign = await rebuild.create('another');
    await rebuild.writeIfHigher(foreign, [{ kind: 'head', head: livingHead() }]);
    await rebuild.swap((await rebuild.current())?.name, await rebuild.hold(foreign, 1));
    const refusal = await town.reindex().catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(OperatorError);
    expect((refusal as Error).message).to.match(/another log.*--discard-index/s);
    expect((await rebuild.current())?.name).to.equal(foreign);
    await town.reindex({ options: { discardIndex: true } });
    await town.verify();
    await expectIndexEqualsLog(town.parts);
  });

  it('that is behind the log, lacks documents or has too many, ends as the log is', async function () {
    this.timeout(MINUTES);
    const town = getTown();
    const { rebuild, store } = town.parts;
    await plantDocuments(store, { owners: ['late'], documents: 30, mostVersions: 4, random: Math.random });
    const current = (await rebuild.current())?.name as string;
    const ghost = livingHead();
    await rebuild.writeIfHigher(current, [{ kind: 'head', head: ghost }]);
    const report = await town.atWork(() => town.reindex());
    expect(report.counts.helped).to.be.at.least(30);
    expect(report.strange['head without a log']).to.deep.equal({ count: 1, examples: [ghost.id] });
    await town.verify();
    await expectIndexEqualsLog(town.parts);
  });
});

describeCluster('a rebuild in OpenSearch', function () {
  this.timeout(MINUTES);
  const getTown = townOf(clusterPlace);
  let client: ReturnType<typeof makeClient>;

  before(() => {
    const { storage } = readConfig(getTown().service.place.env);
    if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
    client = makeClient(storage.openSearch);
  });
  after(() => client.close());

  const nameOf = async (town: Town) => (await town.parts.rebuild.current())?.name as string;

  it('of an index that was emptied needs no word of the operator', async () => {
    const town = getTown();
    const index = await nameOf(town);
    // Only what a search sees is deleted.
    await client.indices.refresh({ index });
    await client.deleteByQuery({ index, refresh: true, body: { query: { match_all: {} } } });
    await town.reindex();
    expect(await nameOf(town)).not.to.equal(index);
    await town.verify();
    await expectIndexEqualsLog(town.parts);
  });

  it('of an index of an older schema reads what has changed from the log', async () => {
    const town = getTown();
    const index = await nameOf(town);
    await client.indices.putMapping({ index, body: { _meta: { schema_version: 0 } } });
    expect((await town.parts.rebuild.current())?.schemaVersion).to.equal(0);
    await town.atWork(() => town.reindex());
    expect((await town.parts.rebuild.current())?.schemaVersion).to.equal(1);
    await town.verify();
    await expectIndexEqualsLog(town.parts);
  });
});
