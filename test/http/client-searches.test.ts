import { expect } from 'chai';
import { createClient, type Client } from '../../src/client/client.js';
import { unique } from './making.js';
import { describeHttp } from './suite.js';

const COUNT = 120;

describeHttp("a loop over the client's search", (api) => {
  let client: Client;
  before(async () => {
    const { headers } = await api.caller();
    client = createClient({ url: api.url, apiKey: String(headers['X-API-Key']) });
  });

  async function makeTagged(): Promise<{ tag: string }> {
    const tag = unique();
    const document = { title: tag, blocks: [], metadata: { tags: [tag] } };
    const operations = Array.from({ length: COUNT }, () => ({ op: 'create', document }) as const);
    for await (const { status } of client.bulk(operations)) expect(status).to.equal(201);
    return { tag };
  }

  async function countOf(query: { tag: string }): Promise<number> {
    let count = 0;
    for await (const { id } of client.searchDocuments(query)) count += Number(id !== '');
    return count;
  }

  it('meets every document while it deletes them', async () => {
    const query = await makeTagged();
    let deleted = 0;
    for await (const { id } of client.searchDocuments(query)) {
      await client.deleteDocument(id);
      deleted++;
    }
    expect([deleted, await countOf(query)]).to.deep.equal([COUNT, 0]);
  });

  it('meets every document while it takes off the tag', async () => {
    const query = await makeTagged();
    for await (const { id } of client.searchDocuments({ ...query, limit: 7 })) {
      await client.patchDocument(id, { metadata: { tags: [] } });
    }
    expect(await countOf(query)).to.equal(0);
  });
});
