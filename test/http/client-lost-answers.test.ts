import { expect } from 'chai';
import { createClient, type BulkOperation, type Client } from '../../src/client/client.js';
import { describeHttp } from './suite.js';

describeHttp('the client, whose answers are lost', (api) => {
  let client: Client;
  let lost = 0;
  before(async () => {
    const alice = await api.caller();
    let asked = 0;
    client = createClient({
      url: api.url,
      apiKey: String(alice.headers['X-API-Key']),
      retries: { pauseMs: 1, attempts: 20 },
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (++asked % 3 > 0) return answer;
        lost++;
        const text = await answer.text();
        if (!url.endsWith('/bulk')) throw new TypeError('the answer is lost');
        return new Response(text.slice(0, text.length / 2));
      },
    });
  });
  beforeEach(() => {
    lost = 0;
  });
  afterEach(() => {
    expect(lost).to.be.greaterThan(0);
  });

  it('makes each document, version and folder once', async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = await client.createDocument({ title: 'Single', blocks: [] });
      await client.pushVersion(id, { title: 'Single B', blocks: [] });
      await client.patchDocument(id, { title: 'Single C' });
      const versions = await all(client.listVersions(id));
      expect(versions.map(({ title }) => title)).to.deep.equal(['Single', 'Single B', 'Single C']);
      const folder = await client.createFolder({ name: `f${n}` }, { onlyNew: true });
      await client.patchFolder(folder.id, { name: `g${n}` }, { onlyNew: true });
      await client.putDocument(`single/${n}`, { title: 'Keyed', blocks: [] });
    }
    expect(await all(client.searchDocuments({ q: 'Single', limit: 3 }))).to.have.length(10);
    const folders = await all(client.listFolders({ limit: 3 }));
    expect(folders.map(({ name, revision }) => [name, revision])).to.deep.equal(
      Array.from({ length: 10 }, (_, n) => [`g${n}`, 2]),
    );
    for (const { id } of folders) await client.deleteFolder(id);
    expect(await all(client.listFolders())).to.deep.equal([]);
    const keyed = await all(client.listDocuments({ key_prefix: 'single/' }));
    expect(keyed.map(({ current_version: version }) => version)).to.deep.equal(Array(10).fill(1));
    for (let n = 0; n < 10; n++) await client.deleteDocumentByKey(`single/${n}`);
    expect(await all(client.listDocuments({ key_prefix: 'single/' }))).to.deep.equal([]);
  });

  it('makes each line of a bulk request once', async () => {
    const operations = Array.from({ length: 100 }, (_, n): BulkOperation[] => [
      { op: 'put', key: `bulk/${n}`, document: { title: 'Bulk', blocks: [] } },
      { op: 'push', key: `bulk/${n}`, document: { title: 'Bulk B', blocks: [] } },
      { op: 'create', document: { title: 'Made in bulk', blocks: [] } },
      ...(n % 2 === 0 ? [{ op: 'delete', key: `bulk/${n}` } as const] : []),
    ]).flat();
    for (const part of [operations.slice(0, 120), operations.slice(120, 240), operations.slice(240)]) {
      const results = await all(client.bulk(part));
      expect(results.filter(({ status }) => status >= 300)).to.deep.equal([]);
      expect(results.map(({ operation }) => operation)).to.have.members(part);
    }
    const keyed = await all(client.listDocuments({ key_prefix: 'bulk/' }));
    expect(keyed.map(({ current_version: version }) => version)).to.deep.equal(Array(50).fill(2));
    expect(await all(client.searchDocuments({ q: 'Made in bulk' }))).to.have.length(100);
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
