import { expect } from 'chai';
import createClient from 'openapi-fetch';
import type { components, paths } from '../../src/client/api-types.js';
import { describedAt } from './description.js';
import { describeHttp } from './suite.js';

describeHttp('a program on the types that openapi-typescript makes', (api) => {
  const used = new Set<string>();
  let client: ReturnType<typeof createClient<paths>>;
  let work: string;
  let id: string;
  before(async () => {
    const description = await describedAt(api.url);
    const alice = await api.caller();
    const headers = { 'X-API-Key': String(alice.headers['X-API-Key']) };
    const noted = (request: Request) => {
      const operations = description.operationsAt(new URL(request.url).pathname);
      used.add(operations?.[request.method.toLowerCase()]?.operationId ?? request.url);
      return fetch(request);
    };
    client = createClient<paths>({ baseUrl: api.url, headers, fetch: noted });
    work = given(await client.POST('/v1/folders', { body: { name: 'Work' } })).id;
    const blocks = [{ type: 'heading' as const, content: 'Why', metadata: { level: 2 } }];
    const metadata = { tags: ['plan'], source: 'test' };
    const params = { header: { 'Idempotency-Key': 'one' } };
    const body = { title: 'Plan', folder_id: work, metadata, blocks };
    id = given(await client.POST('/v1/documents', { body, params })).id;
  });

  it('writes, reads, compares and restores versions', async () => {
    const document = { params: { path: { document_id: id } } };
    const read = given(await client.GET('/v1/documents/{document_id}', document));
    const tags: string[] = read.metadata?.tags ?? [];
    expect([read.blocks[0]?.metadata?.['level'], tags]).to.deep.equal([2, ['plan']]);
    // What was read can be sent back.
    const blocks = [...read.blocks, { type: 'divider' as const, content: '' }];
    const pushed = given(
      await client.POST('/v1/documents/{document_id}/versions', {
        params: { ...document.params, header: { 'If-Match': '"1"' } },
        body: { title: 'Plan B', blocks, metadata: read.metadata },
      }),
    );
    const versions = given(await client.GET('/v1/documents/{document_id}/versions', document));
    expect(versions.versions.map(({ version }) => version)).to.deep.equal([1, 2]);
    const first = { params: { path: { document_id: id, version_number: 1 } } };
    const version = given(await client.GET('/v1/documents/{document_id}/versions/{version_number}', first));
    expect(version.title).to.equal('Plan');
    const compared = { params: { path: { document_id: id, from_version: 1, to_version: pushed.version } } };
    const diff = given(
      await client.GET('/v1/documents/{document_id}/versions/{from_version}/diff/{to_version}', compared),
    );
    expect(diff.blocks.map(textOf)).to.deep.equal(['kept 1', 'added divider']);
    const page = given(await client.GET('/v1/documents/{document_id}/view', { ...document, parseAs: 'text' }));
    const draft = { title: 'Plan C', blocks };
    const unsaved = given(await client.POST('/v1/preview', { body: draft, parseAs: 'text' }));
    for (const html of [page, unsaved]) expect(html).to.match(/^<!doctype html>/);
    const body = { visibility: 'public' as const, metadata: null };
    const patched = given(await client.PATCH('/v1/documents/{document_id}', { ...document, body }));
    const restored = given(await client.POST('/v1/documents/{document_id}/versions/{version_number}/restore', first));
    expect([patched.visibility, restored.version]).to.deep.equal(['public', 4]);
  });

  it('searches, lists folders and reads limits', async () => {
    const query = { q: 'plan', folder_id: work, limit: 10 };
    const found = given(await client.GET('/v1/documents/search', { params: { query } }));
    expect(found.results.map((each) => each.id)).to.deep.equal([id]);
    const folders = given(await client.GET('/v1/folders', {}));
    expect(folders.folders.map(({ path }) => path)).to.deep.equal(['/Work']);
    expect(given(await client.GET('/v1/limits', {})).plan).to.equal('unmetered');
  });

  it('renames, moves and deletes folders', async () => {
    const made = given(await client.POST('/v1/folders', { body: { name: 'Old' } }));
    const folder = { params: { path: { folder_id: made.id } } };
    const header = { 'If-Match': '"1"', 'If-None-Match': '*' as const };
    const body = { name: 'New', parent_id: work };
    const patched = given(
      await client.PATCH('/v1/folders/{folder_id}', { params: { ...folder.params, header }, body }),
    );
    const read = given(await client.GET('/v1/folders/{folder_id}', folder));
    const path = { path: 'Work/New' };
    const found = given(await client.GET('/v1/folders/by-path/{path}', { params: { path } }));
    expect([read, found]).to.deep.equal([patched, patched]);
    expect([read.path, read.revision]).to.deep.equal(['/Work/New', 2]);
    const query = { recursive: 'true' as const };
    const { response } = await client.DELETE('/v1/folders/{folder_id}', { params: { ...folder.params, query } });
    expect(response.status).to.equal(204);
  });

  it('writes by key and in bulk', async () => {
    const byKey = { params: { path: { key: 'guides/start.md' } } };
    const body = { title: 'Start', blocks: [], folder_path: '/Work' };
    const put = given(await client.PUT('/v1/documents/by-key/{key}', { ...byKey, body }));
    const start = given(await client.GET('/v1/documents/by-key/{key}', byKey));
    const query = { folder_id: work, key_prefix: 'guides/' };
    const listed = given(await client.GET('/v1/documents', { params: { query } }));
    const page = given(await client.GET('/v1/documents/by-key/{key}/view', { ...byKey, parseAs: 'text' }));
    expect(page).to.match(/^<!doctype html>/);
    const { response: removed } = await client.DELETE('/v1/documents/by-key/{key}', byKey);
    expect([put.result, start.title, removed.status]).to.deep.equal(['created', 'Start', 204]);
    expect(listed.documents.map(({ key }) => key)).to.deep.equal(['guides/start.md']);
    const bulk = given(
      await client.POST('/v1/bulk', {
        body: '{"op":"create","document":{"title":"New","blocks":[]}}\n',
        bodySerializer: (text) => text,
        headers: { 'Content-Type': 'application/x-ndjson' },
        parseAs: 'text',
      }),
    );
    expect((JSON.parse(bulk) as components['schemas']['BulkAnswer']).status).to.equal(201);
  });

  it('keeps assets, and reads them by documents', async () => {
    const sha256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb';
    const asset = { params: { path: { sha256 } } };
    const bytes = { parseAs: 'text' as const };
    const octets = { bodySerializer: (body: string) => body, headers: { 'Content-Type': 'application/octet-stream' } };
    expect(given(await client.PUT('/v1/assets/{sha256}', { ...asset, body: 'a', ...octets })).bytes).to.equal(1);
    expect(given(await client.POST('/v1/assets/missing', { body: { ids: [sha256] } })).missing).to.deep.equal([]);
    const form = new FormData();
    form.append('b', new Blob(['b']));
    const sent = await client.POST('/v1/assets', { body: {}, bodySerializer: () => form });
    const assets = { ...given(sent).assets, a: sha256 };
    const made = given(await client.POST('/v1/documents', { body: { title: 'Assets', blocks: [], assets } }));
    const ofDocument = { document_id: made.id, sha256 };
    const ofVersion = { ...ofDocument, version_number: 1 };
    const read = [
      given(await client.GET('/v1/assets/{sha256}', { ...asset, ...bytes })),
      given(
        await client.GET('/v1/documents/{document_id}/assets/{sha256}', { params: { path: ofDocument }, ...bytes }),
      ),
      given(
        await client.GET('/v1/documents/{document_id}/versions/{version_number}/assets/{sha256}', {
          params: { path: ofVersion },
          ...bytes,
        }),
      ),
    ];
    expect(read).to.deep.equal(['a', 'a', 'a']);
  });

  it('tells errors apart by their code, and their details by it', async () => {
    const document = { params: { path: { document_id: id } } };
    const params = { header: { 'Idempotency-Key': 'one' } };
    const { error: reused } = await client.POST('/v1/documents', { body: { title: 'Other', blocks: [] }, params });
    if (reused?.error.code !== 'IDEMPOTENCY_KEY_REUSED') throw new Error(JSON.stringify(reused));
    expect(reused.error.details.document_id).to.equal(id);
    const { error: invalid } = await client.POST('/v1/folders', { body: { name: '' } });
    if (invalid?.error.code !== 'VALIDATION_ERROR') throw new Error(JSON.stringify(invalid));
    expect(invalid.error.details.errors.map(({ path }) => path)).to.deep.equal(['/name']);
    expect((await client.DELETE('/v1/documents/{document_id}', document)).response.status).to.equal(204);
    const gone = await client.GET('/v1/documents/{document_id}', document);
    expect(gone.error?.error.code).to.equal('DOCUMENT_NOT_FOUND');
  });

  it('has used every operation', async () => {
    const operations = (await describedAt(api.url)).operations();
    expect([...used]).to.have.members(operations.map(({ operation }) => operation.operationId));
  });
});

/** The kind of a change tells which fields it has. */
function textOf(change: components['schemas']['BlockChange']): string {
  if (change.change === 'kept') return `kept ${change.count}`;
  return change.change === 'added' ? `added ${change.block.type}` : change.change;
}

function given<T>({ data, response }: { data?: T; response: Response }): T {
  if (data === undefined) throw new Error(`${response.status} of ${response.url}`);
  return data;
}
