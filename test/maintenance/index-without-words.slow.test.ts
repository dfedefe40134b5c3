// Slow: rebuilds an index in OpenSearch.
import { expect } from 'chai';
import { templateOf } from '../../src/adapters/opensearch/model/own-template.js';
import { readConfig } from '../../src/config/read-config.js';
import { Client, expectError, expectStatus } from '../http/client.js';
import { content, create, push, searchFor, type FoundPage } from '../http/making.js';
import { describeCluster } from '../support/backends.js';
import { startService } from '../support/in-process-service.js';
import { clusterStorage, type TestStorage } from '../support/modes.js';
import { makeClient } from '../support/opensearch-client.js';
import { ReindexHarness } from './reindex-harness.js';

describeCluster('an index of schema 5, which has no words', function () {
  this.timeout(240_000);
  let harness: ReindexHarness;
  let client: Client;

  before(async () => {
    const storage = await clusterStorage();
    // A first start names the generation in the log.
    await (await startService(storage)).close();
    await replaceByOlder(storage);
    harness = await ReindexHarness.found(storage, 2);
    client = new Client(harness.service.url, { 'X-API-Key': await harness.service.issueKey() });
  });
  after(() => harness?.close());

  /** As a program of schema 5 would have made it. */
  async function replaceByOlder({ env }: TestStorage): Promise<void> {
    const { storage } = readConfig(env);
    if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
    const { openSearch } = storage;
    const openSearchClient = makeClient(openSearch);
    const [[index, { aliases }]] = Object.entries(
      (await openSearchClient.indices.getAlias({ index: openSearch.indexPrefix })).body,
    ) as [[string, { aliases: object }]];
    const generation = { index, id: 'generation', routing: 'generation' };
    const { body } = await openSearchClient.get(generation);
    await openSearchClient.indices.delete({ index: `${openSearch.indexPrefix}-*` });
    const { settings, mappings } = templateOf(openSearch).template;
    const { worded: _, ...properties } = mappings.properties;
    const older = { ...mappings, _meta: { schema_version: 5 }, properties };
    await openSearchClient.indices.create({ index, body: { settings, mappings: older, aliases } as object });
    await openSearchClient.index({ ...generation, body: body._source as object, refresh: true });
    await openSearchClient.close();
  }

  const found = async (text: string) => {
    const page = expectStatus(
      await client.get<FoundPage>(`/v1/documents/search?${new URLSearchParams({ text })}`),
      200,
    );
    return page.results.map(({ id }) => id);
  };
  const expectMissing = async () => {
    const details = expectError(await client.get('/v1/documents/search?text=lantern'), 'UNAVAILABLE');
    expect(details).to.include({ run: 'quire reindex' });
  };

  it('answers all else, and searches with words once it was rebuilt while everybody writes', async () => {
    const { id } = await create(client, { ...content(), title: 'Lantern' });
    await expectMissing();
    await push(client, id, { ...content(), title: 'Lantern light' });
    const other = await create(client, { ...content(), title: 'Lantern two' });
    const page = expectStatus(await client.get<FoundPage>(searchFor({ q: 'lantern' })), 200);
    expect(page.results.map((result) => result.id)).to.have.members([id, other.id]);
    await harness.writes(3);
    await harness.verify();
    await expectMissing();
    await harness.atWork(() => harness.reindex());
    expect(await found('lantern')).to.have.members([id, other.id]);
    expect(await found('"lantern light"')).to.deep.equal([id]);
    const late = await create(client, { ...content(), title: 'A late lantern' });
    expect(await found('lantern')).to.have.members([id, other.id, late.id]);
    await harness.verify();
  });
});
