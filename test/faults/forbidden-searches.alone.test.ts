/** A cluster that forbids searches by prefix and range. The setting holds for everybody: nothing else runs beside. */
import { expect } from 'chai';
import { Cluster } from '../../src/adapters/opensearch/transport/cluster.js';
import { OpenSearchConnection } from '../../src/adapters/opensearch/transport/opensearch-connection.js';
import { Searcher } from '../../src/adapters/opensearch/transport/searcher.js';
import { readConfig } from '../../src/config/read-config.js';
import { expectError, type Client } from '../http/client.js';
import { create, search } from '../http/making.js';
import { eventually } from '../races/support.js';
import { clusterStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { errorOf } from '../support/rebuild-helpers.js';
import { makeClient } from '../support/opensearch-client.js';
import { quire } from '../cli/quire.js';
import { callerOf, FaultInjectedService } from './fault-injected-service.js';

const SETTING = 'search.allow_expensive_queries';
const BY_RANGE = JSON.stringify({ query: { range: { id: { gte: '0' } } } });
const NAMED = /`search\.allow_expensive_queries` is false .* set it to true/;

describeCluster('a cluster whose setting search.allow_expensive_queries is false', function () {
  this.timeout(120_000);
  let service: FaultInjectedService;
  let openSearch: ReturnType<typeof makeClient>;

  before(async () => {
    const { storage } = readConfig((await clusterStorage()).env);
    if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
    openSearch = makeClient(storage.openSearch);
  });
  after(() => openSearch.close());
  afterEach(async () => {
    await allow(null);
    await service.close();
  });

  const allow = (value: false | null) => openSearch.cluster.putSettings({ body: { transient: { [SETTING]: value } } });
  const told = () => service.lines.filter((line) => NAMED.test(JSON.stringify(line)));
  const isReady = async () => (await service.readiness()).status === 'ready';

  it('is not served: the log names the setting, and the service begins when it is allowed', async () => {
    service = await FaultInjectedService.prepare();
    await allow(false);
    await service.start();
    await eventually('it says so', async () => told().length > 0);
    expect(await service.readiness()).to.deep.equal({ status: 'not ready', missing: ['index'] });
    await allow(null);
    await eventually('it is ready', isReady);
    await expectLongSearch(await callerOf(service));
  });

  it('refuses searches of a service that runs, which says so and waits until they are allowed', async () => {
    service = await FaultInjectedService.start();
    const caller = await callerOf(service);
    await expectLongSearch(caller);
    await allow(false);
    for (const path of ['/v1/documents/search?q=' + 'a'.repeat(65), '/v1/documents?key_prefix=a']) {
      const before = told().length;
      expectError(await caller.get(path), 'UNAVAILABLE');
      await eventually('the log names it', async () => told().length > before);
    }
    await eventually('it is not ready', async () => !(await isReady()));
    expect((await service.readiness()).missing).to.deep.equal(['index']);
    await allow(null);
    await eventually('it is ready', isReady);
    await expectLongSearch(caller);
  });

  it('and forbids a search by range alone is named for that', async () => {
    service = await FaultInjectedService.start();
    const { storage } = readConfig(service.storage.env);
    if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
    const { openSearch: at } = storage;
    const cluster = new Cluster(new OpenSearchConnection(at), at.timeoutMs);
    try {
      await create(await callerOf(service));
      await allow(false);
      const found = new Searcher(cluster).hits({ alias: at.indexPrefix, preference: '_local' }, BY_RANGE);
      expect((await errorOf(found)).message).to.match(NAMED);
    } finally {
      await cluster.close();
    }
  });

  it('ends commands at once, which name it, and a rebuild before it loads anything', async () => {
    service = await FaultInjectedService.start();
    await create(await callerOf(service));
    await allow(false);
    for (const command of [['doctor'], ['gc', '--dry-run'], ['reindex']]) {
      const { code, stderr } = await quire(service.storage.env, ...command);
      expect(code, command.join(' ')).to.equal(1);
      expect(stderr)
        .to.match(NAMED)
        .and.not.match(/trying again|Comparing/);
    }
    await allow(null);
    expect((await quire(service.storage.env, 'reindex')).code).to.equal(0);
  });
});

async function expectLongSearch(caller: Client): Promise<void> {
  const { id, title } = await create(caller, { title: 'a'.repeat(100) });
  expect((await search(caller, { q: title })).results.map((found) => found.id)).to.include(id);
}
