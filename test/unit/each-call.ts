import type { BulkOperation, Call, Client } from '../../src/client/client.js';

const ASSET = 'a5'.repeat(32);
const BYTES = 'bytes of an asset';
const DOCUMENT = { title: 'x', blocks: [] };
const OPERATIONS: BulkOperation[] = [{ op: 'put', key: 'k', document: DOCUMENT }];

type Calling = (client: Client, call: Call) => Promise<unknown>;

/** Every call of the client, each to its first answer. */
export const CALLINGS: Readonly<Record<string, Calling>> = {
  createDocument: (client, call) => client.createDocument(DOCUMENT, call),
  getDocument: (client, call) => client.getDocument('a', call),
  getFile: (client, call) => client.getFile('a', call),
  patchDocument: (client, call) => client.patchDocument('a', { title: 'x' }, call),
  deleteDocument: (client, call) => client.deleteDocument('a', call),
  putDocument: (client, call) => client.putDocument('k', DOCUMENT, call),
  getDocumentByKey: (client, call) => client.getDocumentByKey('k', call),
  deleteDocumentByKey: (client, call) => client.deleteDocumentByKey('k', call),
  pushVersion: (client, call) => client.pushVersion('a', DOCUMENT, call),
  getVersion: (client, call) => client.getVersion('a', 1, call),
  diffVersions: (client, call) => client.diffVersions('a', { from: 1, to: 2 }, call),
  viewDocument: (client, call) => client.viewDocument('a', {}, call),
  viewDocumentByKey: (client, call) => client.viewDocumentByKey('k', {}, call),
  previewDocument: (client, call) => client.previewDocument(DOCUMENT, {}, call),
  restoreVersion: (client, call) => client.restoreVersion('a', 1, call),
  putAsset: (client, call) => client.putAsset(ASSET, new Uint8Array(1), call),
  missingAssets: (client, call) => client.missingAssets([ASSET], call),
  uploadAssets: (client, call) => client.uploadAssets({ a: new Blob(['x']) }, call),
  getAsset: (client, call) => client.getAsset(ASSET, call),
  getDocumentAsset: (client, call) => client.getDocumentAsset('a', ASSET, call),
  createFolder: (client, call) => client.createFolder({ name: 'f' }, call),
  getFolder: (client, call) => client.getFolder('a', call),
  getFolderByPath: (client, call) => client.getFolderByPath('/f', call),
  patchFolder: (client, call) => client.patchFolder('a', { name: 'f' }, call),
  deleteFolder: (client, call) => client.deleteFolder('a', call),
  getLimits: (client, call) => client.getLimits(call),
  searchDocuments: (client, call) => client.searchDocuments({ q: 'x' }, call).next(),
  countDocuments: (client, call) => client.countDocuments({ text: 'a' }, call),
  listDocuments: (client, call) => client.listDocuments({}, call).next(),
  listFolders: (client, call) => client.listFolders({}, call).next(),
  listVersions: (client, call) => client.listVersions('a', {}, call).next(),
  bulk: (client, call) => client.bulk(OPERATIONS, call).next(),
};

/** What `Client` can do, so that no call is forgotten. */
export function callsOf(client: Client): string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(client)).filter((name) => name !== 'constructor');
}

export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const VERSION = { id: 'a', version: 2 };
const FILE = '# A file';
const PAGE = '<!doctype html>\n<html lang="en">';

/** What the service answers to each call. */
export const RIGHT: Readonly<Record<string, [status: number, body: object | string]>> = {
  createDocument: [201, { id: 'a', block_count: 0 }],
  getDocument: [200, { id: 'a', blocks: [] }],
  getFile: [200, FILE],
  patchDocument: [200, VERSION],
  deleteDocument: [204, ''],
  putDocument: [201, { ...VERSION, result: 'created' }],
  getDocumentByKey: [200, { id: 'a', blocks: [] }],
  deleteDocumentByKey: [204, ''],
  pushVersion: [201, VERSION],
  getVersion: [200, { version: 1, blocks: [] }],
  diffVersions: [200, { document_id: 'a', fields: {}, blocks: [] }],
  viewDocument: [200, PAGE],
  viewDocumentByKey: [200, PAGE],
  previewDocument: [200, PAGE],
  restoreVersion: [201, VERSION],
  putAsset: [201, { sha256: 'a', bytes: 1 }],
  missingAssets: [200, { missing: [] }],
  uploadAssets: [200, { assets: {} }],
  getAsset: [200, BYTES],
  getDocumentAsset: [200, BYTES],
  createFolder: [201, { id: 'f', path: '/f' }],
  getFolder: [200, { id: 'f', path: '/f' }],
  getFolderByPath: [200, { id: 'f', path: '/f' }],
  patchFolder: [200, { id: 'f', path: '/f' }],
  deleteFolder: [204, ''],
  getLimits: [200, { plan: 'free', requests: {} }],
  searchDocuments: [200, { results: [], next_cursor: null }],
  countDocuments: [200, { results: [], next_cursor: null }],
  listDocuments: [200, { documents: [], next_cursor: null }],
  listFolders: [200, { folders: [] }],
  listVersions: [200, { versions: [] }],
  bulk: [200, '{"line":1,"status":200}\n'],
};

export function replyOf([status, body]: [number, object | string]): Response {
  const tag = body === FILE ? '"1-md"' : body === BYTES ? `"${ASSET}"` : undefined;
  const headers = tag === undefined ? {} : { ETag: tag };
  return new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers,
  });
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
