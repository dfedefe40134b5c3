import { createClient } from './generated/client/index.js';
import {
  bulk,
  createDocument,
  createFolder,
  deleteDocument,
  deleteDocumentByKey,
  diffVersions,
  getDocument,
  getDocumentByKey,
  getLimits,
  getVersion,
  listDocuments,
  listFolders,
  listVersions,
  patchDocument,
  pushVersion,
  putDocumentByKey,
  restoreVersion,
  searchDocuments,
  viewDocument,
  type BlockChange,
  type BulkAnswer,
} from './generated/index.js';
import type { Program } from './program.js';

/** Uses every operation by the functions that @hey-api/openapi-ts makes. */
export const runHeyApi: Program = async ({ url, apiKey, fetch }) => {
  const request = async (input: string | URL | Request, init?: RequestInit) => fetch(new Request(input, init));
  const client = createClient({ baseUrl: url, auth: apiKey, fetch: request });

  const folder = given(await createFolder({ client, body: { name: 'Work' } }));
  const made = given(
    await createDocument({
      client,
      body: {
        title: 'Plan',
        folder_id: folder.id,
        metadata: { tags: ['plan'], source: 'test' },
        blocks: [
          { type: 'heading', content: 'Why', metadata: { level: 2 } },
          { type: 'paragraph', content: 'Because.' },
        ],
      },
      headers: { 'Idempotency-Key': 'one' },
    }),
  );
  const path = { document_id: made.id };
  const read = given(await getDocument({ client, path }));
  const level: unknown = read.blocks[0]?.metadata?.['level'];
  const tags: string[] = read.metadata?.tags ?? [];

  // What was read can be sent back.
  const pushed = given(
    await pushVersion({
      client,
      path,
      headers: { 'If-Match': '"1"' },
      body: {
        title: `${read.title} B`,
        blocks: [...read.blocks, { type: 'divider', content: '' }],
        metadata: read.metadata,
      },
    }),
  );
  const versions = given(await listVersions({ client, path }));
  const first = { ...path, version_number: 1 };
  const version = given(await getVersion({ client, path: first }));
  const compared = { ...path, from_version: 1, to_version: pushed.version };
  const diff = given(await diffVersions({ client, path: compared }));
  const page = given(await viewDocument({ client, path }));
  const patched = given(await patchDocument({ client, path, body: { visibility: 'public', metadata: null } }));
  const restored = given(await restoreVersion({ client, path: first }));
  const found = given(await searchDocuments({ client, query: { q: 'plan', folder_id: folder.id, limit: 10 } }));
  const folders = given(await listFolders({ client }));
  const limits = given(await getLimits({ client }));
  const key = { key: 'guides/start.md' };
  const body = { title: 'Start', blocks: [], folder_path: '/Work' };
  const put = given(await putDocumentByKey({ client, path: key, body }));
  const start = given(await getDocumentByKey({ client, path: key }));
  const listed = given(await listDocuments({ client, query: { folder_id: folder.id, key_prefix: 'guides/' } }));
  const { response: removed } = await deleteDocumentByKey({ client, path: key });
  const lines = '{"op":"create","document":{"title":"New","blocks":[]}}\n';
  const answers = given(await bulk({ client, body: lines, bodySerializer: null, parseAs: 'text' }));
  const { response: deleted } = await deleteDocument({ client, path });

  const gone = await getDocument({ client, path });
  const invalid = await createFolder({ client, body: { name: '' } });
  const conflict = await createDocument({
    client,
    body: { title: 'Other', blocks: [] },
    headers: { 'Idempotency-Key': 'one' },
  });
  const fault = invalid.error?.error;
  const reused = conflict.error?.error;
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
    byKey: [put.result, start.title, ...listed.documents.map((each) => each.key), removed?.status],
    bulk: (JSON.parse(answers) as BulkAnswer).status,
    deleted: deleted?.status,
    gone: gone.error?.error.code,
    invalid: fault?.code === 'VALIDATION_ERROR' ? fault.details.errors.map((each) => each.path) : [],
    usedFor: reused?.code === 'IDEMPOTENCY_KEY_REUSED' && reused.details.document_id === made.id,
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

function given<T>({ data, error }: { data: T | undefined; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}
