import createClient from 'openapi-fetch';
import type { components, paths } from '../../../src/client/api-types.js';
import type { Program } from './program.js';

type BlockChange = components['schemas']['BlockChange'];
type BulkAnswer = components['schemas']['BulkAnswer'];

/** Uses every operation by the types that openapi-typescript makes. */
export const runOpenapiFetch: Program = async ({ url, apiKey, fetch }) => {
  const client = createClient<paths>({ baseUrl: url, headers: { 'X-API-Key': apiKey }, fetch });

  const folder = given(await client.POST('/v1/folders', { body: { name: 'Work' } }));
  const made = given(
    await client.POST('/v1/documents', {
      body: {
        title: 'Plan',
        folder_id: folder.id,
        metadata: { tags: ['plan'], source: 'test' },
        blocks: [
          { type: 'heading', content: 'Why', metadata: { level: 2 } },
          { type: 'paragraph', content: 'Because.' },
        ],
      },
      params: { header: { 'Idempotency-Key': 'one' } },
    }),
  );
  const document = { params: { path: { document_id: made.id } } };
  const read = given(await client.GET('/v1/documents/{document_id}', document));
  const level: unknown = read.blocks[0]?.metadata?.['level'];
  const tags: string[] = read.metadata?.tags ?? [];

  // What was read can be sent back.
  const pushed = given(
    await client.POST('/v1/documents/{document_id}/versions', {
      params: { ...document.params, header: { 'If-Match': '"1"' } },
      body: {
        title: `${read.title} B`,
        blocks: [...read.blocks, { type: 'divider', content: '' }],
        metadata: read.metadata,
      },
    }),
  );
  const versions = given(await client.GET('/v1/documents/{document_id}/versions', document));
  const first = { params: { path: { document_id: made.id, version_number: 1 } } };
  const version = given(await client.GET('/v1/documents/{document_id}/versions/{version_number}', first));
  const diff = given(
    await client.GET('/v1/documents/{document_id}/versions/{from_version}/diff/{to_version}', {
      params: { path: { document_id: made.id, from_version: 1, to_version: pushed.version } },
    }),
  );
  const page = given(await client.GET('/v1/documents/{document_id}/view', { ...document, parseAs: 'text' }));
  const patched = given(
    await client.PATCH('/v1/documents/{document_id}', { ...document, body: { visibility: 'public', metadata: null } }),
  );
  const restored = given(await client.POST('/v1/documents/{document_id}/versions/{version_number}/restore', first));
  const found = given(
    await client.GET('/v1/documents/search', { params: { query: { q: 'plan', folder_id: folder.id, limit: 10 } } }),
  );
  const folders = given(await client.GET('/v1/folders', {}));
  const limits = given(await client.GET('/v1/limits', {}));
  const byKey = { params: { path: { key: 'guides/start.md' } } };
  const put = given(
    await client.PUT('/v1/documents/by-key/{key}', {
      ...byKey,
      body: { title: 'Start', blocks: [], folder_path: '/Work' },
    }),
  );
  const start = given(await client.GET('/v1/documents/by-key/{key}', byKey));
  const listed = given(
    await client.GET('/v1/documents', { params: { query: { folder_id: folder.id, key_prefix: 'guides/' } } }),
  );
  const { response: removed } = await client.DELETE('/v1/documents/by-key/{key}', byKey);
  const bulk = given(
    await client.POST('/v1/bulk', {
      body: '{"op":"create","document":{"title":"New","blocks":[]}}\n',
      bodySerializer: (text) => text,
      headers: { 'Content-Type': 'application/x-ndjson' },
      parseAs: 'text',
    }),
  );
  const { response: deleted } = await client.DELETE('/v1/documents/{document_id}', document);

  const gone = await client.GET('/v1/documents/{document_id}', document);
  const invalid = await client.POST('/v1/folders', { body: { name: '' } });
  const conflict = await client.POST('/v1/documents', {
    body: { title: 'Other', blocks: [] },
    params: { header: { 'Idempotency-Key': 'one' } },
  });
  return {
    level,
    tags,
    versions: versions.versions.map((each) => each.version),
    firstTitle: version.title,
    changes: diff.blocks.map(describe),
    page: page.startsWith('<!doctype html>'),
    visibility: patched.visibility,
    restored: restored.version,
    found: found.results.map((each) => each.current_version),
    folders: folders.folders.map((each) => each.path),
    plan: limits.plan,
    byKey: [put.result, start.title, ...listed.documents.map((each) => each.key), removed.status],
    bulk: (JSON.parse(bulk) as BulkAnswer).status,
    deleted: deleted.status,
    gone: gone.error?.error.code,
    invalid:
      invalid.error?.error.code === 'VALIDATION_ERROR'
        ? invalid.error.error.details.errors.map(({ path }) => path)
        : [],
    usedFor:
      conflict.error?.error.code === 'IDEMPOTENCY_KEY_REUSED' && conflict.error.error.details.document_id === made.id,
  };
};

function describe(change: BlockChange): string {
  switch (change.change) {
    case 'kept':
      return `kept ${change.count}`;
    case 'moved':
      return `moved ${change.from}`;
    case 'added':
      return `added ${change.block.type}`;
    case 'removed':
      return `removed ${change.block.type}`;
    case 'changed':
      return `changed ${change.to}`;
  }
}

function given<T>({ data, response }: { data?: T; response: Response }): T {
  if (data === undefined) throw new Error(`${response.status} of ${response.url}`);
  return data;
}
