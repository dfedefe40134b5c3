// Slow: makes indices in OpenSearch with large heads.
import { expect } from 'chai';
import type { OpenSearchDocumentIndex } from '../../src/adapters/opensearch/documents/opensearch-document-index.js';
import { OpenSearchIndexAdmin } from '../../src/adapters/opensearch/admin/opensearch-index-admin.js';
import { templateOf } from '../../src/adapters/opensearch/model/own-template.js';
import { newId } from '../../src/domain/ids.js';
import { keyEntry, livingHead, newOwner, versionSummary } from '../support/factories.js';
import { addHeads, allFolders, query, readExisting, searchHeads } from '../support/index-helpers.js';
import { describeCluster } from '../support/backends.js';
import { openSearchUnderTest, type OpenSearchUnderTest } from './opensearch-index.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

describeCluster('the life of an index in OpenSearch', function () {
  this.timeout(60_000);
  let backends: OpenSearchUnderTest;
  let index: OpenSearchDocumentIndex;

  beforeEach(() => {
    backends = openSearchUnderTest();
    index = backends.open();
  });
  afterEach(() => backends.dispose());

  const indices = async () =>
    Object.keys((await backends.client.indices.getAlias({ name: backends.options.indexPrefix })).body);
  const blockWrites = async () =>
    backends.client.indices.addBlock({ index: String((await indices())[0]), block: 'write' });

  it('begins once where eight processes install it at the same time', async () => {
    const processes = Array.from({ length: 8 }, () => backends.open());
    await Promise.all(processes.map((process) => process.install('first')));
    expect(await Promise.all(processes.map((process) => process.readGeneration()))).to.deep.equal(
      Array.from({ length: 8 }, () => 'first'),
    );
    expect(await indices()).to.deep.equal([`${backends.options.indexPrefix}-first`]);
  });

  it('is finished by the next where an installation was interrupted', async () => {
    await index.install('first');
    await backends.client.delete({ index: backends.options.indexPrefix, id: 'generation', routing: 'generation' });
    expect(await index.readGeneration()).to.equal(undefined);
    await index.install('first');
    expect(await index.readGeneration()).to.equal('first');
  });

  it('keeps its generation when another one is installed, and gets no second index', async () => {
    await index.install('first');
    await index.install('second');
    expect(await index.readGeneration()).to.equal('first');
    expect(await indices()).to.have.length(1);
  });

  it('takes a generation of upper case', async () => {
    await index.install('Ab_C');
    expect(await index.readGeneration()).to.equal('Ab_C');
  });

  it('has sorting, shards, and a closed mapping, as the template says', async () => {
    await index.install('first');
    const { body } = await backends.client.indices.get({ index: backends.options.indexPrefix });
    const { settings, mappings } = body[`${backends.options.indexPrefix}-first`] ?? {};
    expect(settings?.index).to.deep.include({
      number_of_shards: '2',
      number_of_replicas: '0',
      refresh_interval: '1s',
      sort: { field: ['folded_title', 'id'], order: ['asc', 'asc'] },
    });
    expect(mappings).to.deep.include({ dynamic: 'strict', _meta: { schema_version: 7 } });
  });

  it('is known to be missing by every call that needs it', async () => {
    const [owner, head] = [newOwner(), livingHead()];
    expect(await index.readGeneration()).to.equal(undefined);
    await Promise.all(
      [
        index.readHead(newId(owner)),
        index.readSummaries(newId(owner), [1]),
        searchHeads(index, query(owner)),
        index.countCreated(owner, '2026-01'),
        index.refresh(),
        index.readFolder(newId(owner)),
        index.listFolders({ owner, parentId: null, limit: 1 }),
        index.readKey(newId(owner)),
        index.raiseKey(keyEntry()),
        index.writeHead({ head, expected: 'absent', summaries: [versionSummary()] }),
        index.restoreSummaries(head.id, [versionSummary()]),
        index.removeSummaries(head.id, 1, 2),
      ].map((call) => expectUnavailable(call, /the index is missing: run `quire reindex`/)),
    );
    expect((await backends.client.indices.get({ index: `${backends.options.indexPrefix}*` })).body).to.deep.equal({});
  });

  it('of an older schema is not usable, and takes heads of today once its successor is made', async () => {
    const { options, client } = backends;
    const { template } = templateOf(options);
    const newer = ['content_hash', 'source_info', 'assets_info', 'root', 'author', 'document_key', 'life', 'worded'];
    const known = Object.entries(template.mappings.properties).filter(([property]) => !newer.includes(property));
    const single = { type: 'keyword', index: false, doc_values: false };
    const others = { visibility: single, created_at: single, updated_at: single };
    const properties = { ...Object.fromEntries(known), ...others };
    const mappings = { ...template.mappings, _meta: { schema_version: 1 }, properties };
    const name = `${options.indexPrefix}-old`;
    await client.indices.create({
      index: name,
      body: { settings: template.settings, mappings, aliases: { [options.indexPrefix]: {} } } as object,
    });
    const document = { index: name, id: 'generation', routing: 'generation' };
    await client.index({ ...document, body: { kind: 'generation', generation: 'old' } });
    await expectUnavailable(index.readGeneration(), /the index is of schema 1, not 7: run `quire reindex`/);
    const admin = new OpenSearchIndexAdmin(options);
    try {
      await admin.create('new');
      const source = { sha256: 'b'.repeat(64), bytes: 1, isPlain: false };
      const head = livingHead({ byKey: { key: 'a/b', life: 1 }, contentHash: 'a'.repeat(64), source, root: 'a' });
      const summaries = [versionSummary({ author: { keyId: 'key_1', label: 'ci' } })];
      expect(await admin.writeHead(name, { head, expected: 'absent', summaries })).to.equal('written');
      expect((await admin.current())?.schemaVersion).to.equal(1);
    } finally {
      await admin.close();
    }
  });

  it('refuses writes while they are blocked, and changes nothing', async () => {
    await index.install('first');
    const head = livingHead();
    await addHeads(index, [head]);
    const { revision } = await readExisting(index, head.id);
    await blockWrites();
    const changed = { ...head, currentVersion: 2 };
    expect(await index.writeHead({ head: changed, expected: revision, summaries: [] })).to.equal('refused');
    expect(await index.writeHead({ head: livingHead(), expected: 'absent', summaries: [] })).to.equal('refused');
    await expectUnavailable(index.restoreSummaries(head.id, [versionSummary()]), /cluster_block_exception/);
    expect(await readExisting(index, head.id)).to.deep.equal({ head, revision });
  });

  it('answers identifiers that cannot be one without harm to those that travel with them', async () => {
    await index.install('first');
    const head = livingHead();
    await addHeads(index, [head]);
    const odd = ['', 'x', '../../_search', 'é'.repeat(5_000), '"\n{}', `${head.id}:1`];
    const reads = await Promise.all([...odd, head.id, ...odd, head.id].map((id) => index.readHead(id)));
    expect(reads.map((found) => found?.head)).to.deep.equal([
      ...odd.map(() => undefined),
      head,
      ...odd.map(() => undefined),
      head,
    ]);
  });

  it('takes heads of four megabytes of tags, many at once', async () => {
    await index.install('first');
    const heads = Array.from({ length: 6 }, (_, n) =>
      livingHead({ tags: Array.from({ length: 1_000 }, (_each, i) => `${n} ${i} ${'😀'.repeat(1_000)}`) }),
    );
    await addHeads(index, heads);
    const found = await Promise.all(heads.map((head) => readExisting(index, head.id)));
    expect(found.map(({ head }) => head)).to.deep.equal(heads);
  });

  it('lists ten thousand folders whole, in order', async () => {
    await index.install('first');
    const owner = newOwner();
    const names = Array.from({ length: 10_050 }, (_, i) => `folder ${String(i % 3_000).padStart(5, '0')}`);
    await Promise.all(
      names.map((name) =>
        index.createFolder({
          id: newId(owner),
          owner,
          name,
          parentId: null,
          path: `/${name}`,
          depth: 0,
          createdAt: '2026-01-01T00:00:00.000Z',
        }),
      ),
    );
    await index.refresh();
    const all = await allFolders(index, { owner, parentId: null });
    expect(all.map(({ name }) => name)).to.deep.equal([...names].sort());
    expect(new Set(all.map(({ id }) => id)).size).to.equal(10_050);
  });
});
