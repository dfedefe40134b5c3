/** What commands on backends do with documents that were made of files. */
import { expect } from 'chai';
import { expectStatus, type Client } from '../http/client.js';
import { keyPath, readByKey, restore, unique, type Document, type PutDocument } from '../http/making.js';
import { slotNumbers } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { DAY_MS, maintenanceHarnessOf, RETENTION_MS } from './maintenance-harness.js';

const MARKDOWN = { 'Content-Type': 'text/markdown' };
/** One that is read as it is, one that is beyond the bounds of conversion, and a draft. */
const FILES = [
  '\ufeff---\r\ntags: [a] # why\r\nversion: 1.10\r\n---\r\n\r\n[//]: # (note)\r\n* text',
  `${'[^'.repeat(400_000)}\n\nsecond\n\n[a]: b`,
  '---\ndraft: true\n---\n<!-- secret -->\n',
];

describeModes('maintenance of documents made of files', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let client: Client;
  let keys: string[];
  before(async () => {
    ({ client } = await getHarness().newCaller());
    const folder = unique();
    keys = FILES.map((_, n) => `${folder}/${n}.md`);
    for (const [n, text] of FILES.entries()) await putFile(keys[n] as string, text);
  });

  const putFile = async (key: string, body: string) =>
    expectStatus(await client.send<PutDocument>('PUT', keyPath(key), { body, headers: MARKDOWN }), 201);
  const fileOf = async (path: string) => (await client.get(path, { Accept: 'text/markdown' })).bytes.toString();

  /** All that readers see of the files. */
  async function shown(): Promise<unknown> {
    const documents = await Promise.all(keys.map((key) => readByKey(client, key)));
    const prefix = keys[0]!.slice(0, -'0.md'.length);
    const list = await client.get<{ documents: Document[] }>(`/v1/documents?key_prefix=${encodeURIComponent(prefix)}`);
    const files = await Promise.all(keys.map((key) => fileOf(keyPath(key))));
    return { documents, listed: list.body.documents, files };
  }

  it('leaves their files, and what lists tell of them, through a rebuild', async () => {
    const before = await shown();
    expect(before).to.have.property('files').that.deep.equals(FILES);
    await getHarness().reindexHarness.reindex();
    expect(await shown()).to.deep.equal(before);
    expect(
      (await client.send<PutDocument>('PUT', keyPath(keys[0]!), { body: FILES[0]!, headers: MARKDOWN })).body.result,
    ).to.equal('unchanged');
    expect((await getHarness().look()).left).to.equal(0);
  });

  it('restores a file that a rebuild knows only from its log', async () => {
    const harness = getHarness();
    const key = `${unique()}.md`;
    const { id } = await putFile(key, FILES[0]!);
    expectStatus(await client.patch(`/v1/documents/${id}`, { title: 'of blocks' }), 200);
    await harness.reindexHarness.reindex();
    expect((await readByKey(client, key)).source).to.equal(null);
    await restore(client, id, 1);
    expect(await fileOf(keyPath(key))).to.equal(FILES[0]);
  });

  it('removes the file of a deleted document, and that of no other', async () => {
    const harness = getHarness();
    const before = await shown();
    const key = `${unique()}.md`;
    const { id } = await putFile(key, FILES[0]!);
    expectStatus(await client.delete(keyPath(key)), 204);
    const at = new Date(Date.now() + RETENTION_MS + DAY_MS).toISOString();
    await harness.gcAndFree({ at });
    expect(await slotNumbers(harness.backends.store, id)).to.not.include(1);
    expect(await shown()).to.deep.equal(before);
  });
});
