/**
 * The story that the examples of the description tell: a folder is made and a document in it; a version is pushed and
 * compared; the document is changed, and its first version restored; another one is made by its key; the folder is
 * renamed. A test plays it.
 */
/** Of `ASSET_TEXT`. */
export const ASSET = '0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68';
export const ASSET_TEXT = 'A picture.\n';
export const DOCUMENT_ID = 'ERD5IxCsdmcTU0t5M5PQDnnf';
export const DOCUMENT_KEY = 'guides/start.md';
export const FOLDER_ID = 'iWLGSypk9kn6sBaZRyPmWynf';
const KEYED_ID = 'q7Zt0dXoJp4LmV2sGc9RbKnf';
const NEXT_ID = 'mC5rX1vTzKb8Yp3HqWe0JdnN';
const NEXT_KEY = 'guides/next.md';
const MADE = '2026-11-26T09:30:00.000Z';
const PUSHED = '2026-11-26T10:15:30.250Z';
const PATCHED = '2026-11-26T11:00:00.000Z';
const RESTORED = '2026-11-26T12:45:00.500Z';
const KEYED = '2026-11-26T12:45:30.000Z';
const RENAMED = '2026-11-26T12:45:40.000Z';
const NEXT_MINUTE = '2026-11-26T12:46:00.000Z';
const NEXT_DAY = '2026-11-27T09:30:00.000Z';
const KEY_END = '2031-01-31T00:00:00.000Z';
const NEXT_MONTH = '2026-12-01T00:00:00.000Z';

const folder = {
  ...{ id: FOLDER_ID, name: 'Work', parent_id: null, path: '/Work', depth: 0 },
  ...{ created_at: MADE, updated_at: MADE, revision: 1 },
};

const heading = { type: 'heading', content: 'Why', metadata: { level: 2 } };
const code = { type: 'code', content: 'npm start', metadata: { language: 'sh' } };
const metadata = { tags: ['plan'] };
const identity = { id: DOCUMENT_ID, url: `http://localhost:8080/d/${DOCUMENT_ID}` };
const document = {
  ...identity,
  folder_id: FOLDER_ID,
  title: 'Plan',
  content_type: 'markdown',
  metadata,
  visibility: 'private',
  created_at: MADE,
};
const keyed = {
  ...document,
  id: KEYED_ID,
  url: `http://localhost:8080/d/${KEYED_ID}`,
  title: 'Start',
  created_at: KEYED,
};
const put = {
  ...keyed,
  block_count: 1,
  version: 1,
  version_count: 1,
  content_hash: '6a34e9269679a0af5bd24f1a4f1eb4898d22b0fc74952b63d0c2cf72b5768f0d',
  source: null,
};
const assets = { 'img/a.png': ASSET };
const NO_ASSETS = { assets: {}, root: null };
const newest = {
  key: null,
  current_version: 1,
  content_hash: '6c7fad9285d45620108c90b0a4c0d1d103e4a9302893b33c717a8edb9b7e7d61',
};
const author = { key_id: 'key_0VxMaoX6mGWi', label: 'ci' };
const blocks = [
  { id: 'a3xLcrTkMYBekP71', order: 0, ...heading },
  { id: 'iAemqiTqjltQyisQ', order: 1, type: 'paragraph', content: 'Because.', metadata: null },
];

/** By operation: the body of a request, and that of its answer. */
export const EXAMPLES = {
  createFolder: { body: { name: 'Work' }, answer: folder },
  listFolders: { answer: { folders: [folder] } },
  getFolder: { answer: folder },
  getFolderByPath: { answer: folder },
  createDocument: {
    body: {
      title: 'Plan',
      blocks: [heading, { type: 'paragraph', content: 'Because.' }],
      folder_id: FOLDER_ID,
      metadata,
      assets,
    },
    answer: { ...document, block_count: 2 },
  },
  getDocument: { answer: { ...document, updated_at: MADE, ...newest, source: null, assets, root: null, blocks } },
  pushVersion: {
    body: { title: 'Plan B', blocks: [heading, { type: 'paragraph', content: 'Because of that.' }, code], metadata },
    answer: { ...identity, version: 2, version_count: 2, title: 'Plan B', block_count: 3, created_at: PUSHED },
  },
  listVersions: {
    answer: {
      versions: [
        { version: 1, title: 'Plan', block_count: 2, created_at: MADE, author },
        { version: 2, title: 'Plan B', block_count: 3, created_at: PUSHED, author },
      ],
      current_version: 2,
    },
  },
  getVersion: {
    answer: {
      version: 1,
      title: 'Plan',
      content_type: 'markdown',
      ...{ metadata, created_at: MADE, author, source: null, assets, root: null, blocks },
    },
  },
  diffVersions: {
    answer: {
      document_id: DOCUMENT_ID,
      from: { version: 1, created_at: MADE, author },
      to: { version: 2, created_at: PUSHED, author },
      fields: {
        title: {
          from: 'Plan',
          to: 'Plan B',
          spans: [
            { op: 'equal', text: 'Plan' },
            { op: 'insert', text: ' B' },
          ],
        },
      },
      blocks: [
        { change: 'kept', from: 0, to: 0, count: 1 },
        {
          change: 'changed',
          from: 1,
          to: 1,
          content: {
            spans: [
              { op: 'equal', text: 'Because' },
              { op: 'insert', text: ' of that' },
              { op: 'equal', text: '.' },
            ],
          },
        },
        { change: 'added', to: 2, block: code },
      ],
    },
  },
  searchDocuments: {
    answer: {
      results: [
        {
          ...{ ...document, folder_path: '/Work', title: 'Plan B', block_count: 3, current_version: 2 },
          updated_at: PUSHED,
          snippets: [
            {
              block_id: null,
              segments: [
                { text: 'Plan', match: true },
                { text: ' B', match: false },
              ],
            },
          ],
        },
      ],
      ...{ count: 1, query: 'plan', tag: 'plan', folder_id: FOLDER_ID, next_cursor: null },
      ...{ text: 'plan', tags: ['plan'], total: 1, total_is_exact: true },
      facets: { tags: [{ value: 'plan', count: 1 }] },
      facets_are_exact: true,
    },
  },
  patchDocument: {
    body: { title: 'Plan C', visibility: 'public' },
    answer: {
      ...identity,
      version: 3,
      version_count: 3,
      title: 'Plan C',
      block_count: 3,
      created_at: PATCHED,
      visibility: 'public',
    },
  },
  putDocumentByKey: {
    body: { title: 'Start', blocks: [{ type: 'paragraph', content: 'First.' }], metadata, folder_path: '/Work' },
    answer: { ...put, result: 'unchanged' },
    made: { ...put, result: 'created' },
  },
  listDocuments: {
    answer: {
      documents: [
        {
          ...keyed,
          folder_path: '/Work',
          block_count: 1,
          current_version: 1,
          updated_at: KEYED,
          key: DOCUMENT_KEY,
          content_hash: put.content_hash,
          assets_hash: null,
          source: null,
        },
      ],
      next_cursor: null,
    },
  },
  getDocumentByKey: {
    answer: {
      ...keyed,
      updated_at: KEYED,
      key: DOCUMENT_KEY,
      current_version: 1,
      content_hash: put.content_hash,
      source: null,
      ...NO_ASSETS,
      blocks: [{ id: 'Yw3kTf0VbQ8mZr5N', order: 0, type: 'paragraph', content: 'First.', metadata: null }],
    },
  },
  bulk: {
    body: [
      { op: 'put', key: NEXT_KEY, document: { title: 'Next', blocks: [], metadata, folder_path: '/Work' } },
      { op: 'delete', key: NEXT_KEY },
    ],
    answer: [
      {
        line: 1,
        status: 201,
        body: {
          ...keyed,
          id: NEXT_ID,
          url: `http://localhost:8080/d/${NEXT_ID}`,
          title: 'Next',
          block_count: 0,
          version: 1,
          version_count: 1,
          result: 'created',
          content_hash: 'c16208d929a3704edebbc938e22ee486068b938e245f92e32dc09e42b7f827d3',
          source: null,
        },
      },
      { line: 2, status: 204 },
    ],
  },
  restoreVersion: {
    answer: { ...identity, version: 4, version_count: 4, title: 'Plan', block_count: 2, created_at: RESTORED },
  },
  patchFolder: {
    body: { name: 'Archive' },
    answer: { ...folder, name: 'Archive', path: '/Archive', updated_at: RENAMED, revision: 2 },
  },
  previewDocument: {
    body: { title: 'Plan', blocks: [{ type: 'paragraph', content: 'Because **we** can.' }] },
    answer: '<!doctype html>…',
  },
  putAsset: { answer: { sha256: ASSET, bytes: 11 }, made: { sha256: ASSET, bytes: 11 } },
  getAsset: { answer: ASSET_TEXT },
  postAssets: { answer: { assets: { 'img/a.png': ASSET } } },
  findMissingAssets: { body: { ids: [ASSET] }, answer: { missing: [] } },
  getLimits: {
    answer: {
      owner: 'alice',
      key: {
        id: author.key_id,
        label: author.label,
        roles: ['documents:read', 'documents:write', 'folders:read', 'folders:write'],
        expires_at: KEY_END,
      },
      plan: 'pro',
      plan_is_default: false,
      requests: {
        minute: { limit: 300, remaining: 286, resets_at: NEXT_MINUTE },
        day: { limit: 50_000, remaining: 49_986, resets_at: NEXT_DAY },
      },
      stored_bytes: { day: { limit: 5_000_000_000, remaining: 4_999_998_261, resets_at: NEXT_DAY } },
      max_asset_bytes: 10_485_760,
      documents: { month: { limit: 50_000, used: 1, remaining: 49_999, resets_at: NEXT_MONTH } },
    },
  },
};
