import { bulk, type BulkResult } from './bulk.js';
import type { BulkOperation } from './bulk-lines.js';
import { FILE_TAG, foreign } from './answers.js';
import { CALLS, type ApiCall } from './calls.js';
import { fromCursors, fromOffsets } from './pages.js';
import { assetPath, documentPath, folderPath, keyPath, segment, versionPath } from './paths.js';
import { policyOf, type RetryPolicy } from './retries.js';
import { Transport, type Sent } from './transport.js';
import { newIdempotencyKey } from './idempotency-key.js';
import type * as Api from './types.js';

export { ApiError, isApiError, NoAnswerError } from './api-error.js';
export type { BulkResult } from './bulk.js';
export type { BulkOperation } from './bulk-lines.js';
export type { RetryPause, RetryPolicy } from './retries.js';
export type * from './types.js';

export type ClientOptions = {
  /** Where the service is, such as `https://docs.example.com`. */
  url: string;
  apiKey: string;
  /** Instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  retries?: Partial<RetryPolicy>;
};

export type Call = { signal?: AbortSignal };
/** `ifMatch`: the `etag` of an earlier answer; the write is refused if the document or folder has changed since. */
export type Guarded = Call & { ifMatch?: string };
/** `idempotencyKey`: one for all attempts, also of later calls. By default each call has one of its own. */
export type Write = Guarded & { idempotencyKey?: string };
/** `onlyNew`: refused if the key has a document. */
export type PutWrite = Write & { onlyNew?: boolean };
export type FolderDeletion = Guarded & { isRecursive?: boolean };
/** `version`: its number. */
export type FileCall = Call & { version?: number | undefined };
/** Numbers of versions. */
export type Compared = { from: number; to: number };
/** With the entity tag of the version, for `ifMatch`. */
export type Tagged<T> = T & { readonly etag: string };

/** Raises `TypeError` for a `url` that is not one of HTTP. In a browser it may be relative to the page. */
export function createClient({ url, apiKey, fetch, retries }: ClientOptions): Client {
  const { location } = globalThis as { location?: { href: string } };
  const protocol = URL.canParse(url, location?.href) ? new URL(url, location?.href).protocol : '';
  if (!/^https?:$/.test(protocol)) {
    throw new TypeError(`the option url must be an address like https://docs.example.com, not ${JSON.stringify(url)}`);
  }
  const own = fetch ?? ((...request: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...request));
  return new Client(new Transport({ url, apiKey, fetch: own, retries: policyOf(retries) }));
}

/** `hasNext`: another part follows. */
export type DocumentPage = { html: string; hasNext: boolean };

/** Every call repeats what was refused for a time or has no answer. Made by `createClient`. */
export class Client {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async createDocument(
    document: Api.CreateDocument,
    write: Omit<Write, 'ifMatch'> = {},
  ): Promise<Tagged<Api.CreatedDocument>> {
    return this.#write(CALLS.createDocument, '/v1/documents', { body: document, ...write });
  }

  async getDocument(id: string, { signal }: Call = {}): Promise<Tagged<Api.Document>> {
    return this.#get(CALLS.getDocument, documentPath(id), { signal });
  }

  /** The text that a version was made of, by default the newest; what can be made of its blocks if it has none. */
  async getFile(id: string, { version, signal }: FileCall = {}): Promise<string> {
    const headers = { Accept: 'text/markdown' };
    const path = version === undefined ? documentPath(id) : versionPath(id, version);
    const sent: Sent = { call: CALLS.getFile, path, headers, signal };
    const { text } = await this.#transport.send(sent, (answer) => {
      if (!FILE_TAG.test(answer.headers.get('ETag') ?? '')) throw foreign(answer.status, 'no file');
      return answer;
    });
    return text;
  }

  async patchDocument(id: string, changes: Api.PatchDocument, write: Write = {}): Promise<Tagged<Api.PatchedDocument>> {
    return this.#write(CALLS.patchDocument, documentPath(id), { body: changes, ...write });
  }

  /** Done, too, if an attempt without an answer has deleted the document. */
  async deleteDocument(id: string, guarded: Guarded = {}): Promise<void> {
    await this.#delete(documentPath(id), guarded);
  }

  /** Makes the document of a key of your own, or its next version if anything differs. */
  async putDocument(key: string, document: Api.PutDocument, write: PutWrite = {}): Promise<Tagged<Api.PutAnswer>> {
    return this.#write(CALLS.putDocument, keyPath(key), { body: document, ...write });
  }

  async getDocumentByKey(key: string, { signal }: Call = {}): Promise<Tagged<Api.Document>> {
    return this.#get(CALLS.getDocument, keyPath(key), { signal });
  }

  /** As `deleteDocument`. */
  async deleteDocumentByKey(key: string, guarded: Guarded = {}): Promise<void> {
    await this.#delete(keyPath(key), guarded);
  }

  async pushVersion(id: string, version: Api.PushVersion, write: Write = {}): Promise<Tagged<Api.NewVersion>> {
    return this.#write(CALLS.pushVersion, `${documentPath(id)}/versions`, { body: version, ...write });
  }

  async getVersion(id: string, version: number, { signal }: Call = {}): Promise<Tagged<Api.Version>> {
    return this.#get(CALLS.getVersion, versionPath(id, version), { signal });
  }

  async diffVersions(id: string, { from, to }: Compared, { signal }: Call = {}): Promise<Tagged<Api.VersionDiff>> {
    return this.#get(CALLS.diffVersions, `${versionPath(id, from)}/diff/${to}`, { signal });
  }

  /** One part of the document's page, from 1. Its HTML belongs into a frame with `sandbox` and without scripts. */
  async viewDocument(id: string, query: Api.ViewQuery = {}, { signal }: Call = {}): Promise<DocumentPage> {
    return this.#page({ call: CALLS.viewDocument, path: `${documentPath(id)}/view`, query, signal });
  }

  async viewDocumentByKey(key: string, query: Api.ViewQuery = {}, { signal }: Call = {}): Promise<DocumentPage> {
    return this.#page({ call: CALLS.viewDocument, path: `${keyPath(key)}/view`, query, signal });
  }

  /** The page that a document would have, as `viewDocument` gives it. Nothing is stored. */
  async previewDocument(
    document: Api.PreviewDocument,
    query: Pick<Api.ViewQuery, 'part'> = {},
    { signal }: Call = {},
  ): Promise<DocumentPage> {
    const body = JSON.stringify(document);
    return this.#page({ call: CALLS.previewDocument, path: '/v1/preview', query, body, signal });
  }

  async restoreVersion(id: string, version: number, write: Write = {}): Promise<Tagged<Api.NewVersion>> {
    return this.#write(CALLS.restoreVersion, `${versionPath(id, version)}/restore`, write);
  }

  /** Keeps a file. `sha256`: of its bytes, in hexadecimal. Documents name it among their `assets`. */
  async putAsset(sha256: string, bytes: Uint8Array<ArrayBuffer>, { signal }: Call = {}): Promise<void> {
    const headers = { 'Content-Type': 'application/octet-stream' };
    await this.#transport.send({ call: CALLS.putAsset, path: assetPath(sha256), headers, body: bytes, signal });
  }

  /** Which of at most 1,000 hashes have no asset. The others are kept for hours, for documents to come. */
  async missingAssets(ids: readonly string[], { signal }: Call = {}): Promise<string[]> {
    const sent: Sent = { call: CALLS.missingAssets, path: '/v1/assets/missing', body: JSON.stringify({ ids }), signal };
    return (await this.#transport.send<Api.MissingAssets>(sent)).missing;
  }

  /** Keeps several files, by their names. The result is what `assets` of a document takes. */
  async uploadAssets(files: Record<string, Blob>, { signal }: Call = {}): Promise<Record<string, string>> {
    const body = new FormData();
    for (const [name, file] of Object.entries(files)) body.append(name, file);
    const sent: Sent = { call: CALLS.uploadAssets, path: '/v1/assets', body, signal };
    return (await this.#transport.send<Api.UploadedAssets>(sent)).assets;
  }

  async getAsset(sha256: string, { signal }: Call = {}): Promise<Uint8Array<ArrayBuffer>> {
    return this.#assetAt(assetPath(sha256), sha256, signal);
  }

  /** An asset that a version names, by default the newest. */
  async getDocumentAsset(
    id: string,
    sha256: string,
    { version, signal }: FileCall = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const path = version === undefined ? documentPath(id) : versionPath(id, version);
    return this.#assetAt(`${path}/assets/${segment(sha256)}`, sha256, signal);
  }

  /** With `onlyNew` it is refused if its parent has a folder of the name. */
  async createFolder(folder: Api.CreateFolder, write: Omit<PutWrite, 'ifMatch'> = {}): Promise<Tagged<Api.Folder>> {
    return this.#write(CALLS.createFolder, '/v1/folders', { body: folder, ...write });
  }

  async getFolder(id: string, { signal }: Call = {}): Promise<Tagged<Api.Folder>> {
    return this.#get(CALLS.getFolder, folderPath(id), { signal });
  }

  /** `path`: the names from the root down, each after a slash. */
  async getFolderByPath(path: string, { signal }: Call = {}): Promise<Tagged<Api.Folder>> {
    const names = path.replace(/^\//, '').split('/').map(segment);
    return this.#get(CALLS.getFolder, `/v1/folders/by-path/${names.join('/')}`, { signal });
  }

  /** Renames the folder, or moves it with all that is below it. With `onlyNew` as `createFolder`. */
  async patchFolder(id: string, changes: Api.PatchFolder, write: PutWrite = {}): Promise<Tagged<Api.Folder>> {
    return this.#write(CALLS.patchFolder, folderPath(id), { body: changes, ...write });
  }

  /** `isRecursive`: with all documents and folders below it. Otherwise one that has some is refused. */
  async deleteFolder(id: string, { isRecursive = false, ...guarded }: FolderDeletion = {}): Promise<void> {
    await this.#delete(`${folderPath(id)}${isRecursive ? '?recursive=true' : ''}`, guarded);
  }

  async getLimits({ signal }: Call = {}): Promise<Api.Limits> {
    return this.#get(CALLS.getLimits, '/v1/limits', { signal });
  }

  /**
   * All results, page by page; `limit` is the size of a page. A document whose title stays comes exactly once. So a
   * loop may delete what it finds, or change it until it is no result any more.
   */
  searchDocuments(
    query: Omit<Api.SearchQuery, 'offset' | 'cursor'>,
    call: Call = {},
  ): AsyncGenerator<Api.SearchResult> {
    const { limit = 50 } = query;
    return fromCursors(async (cursor) => {
      const asked = { query: { ...query, limit, offset: undefined, cursor }, ...call };
      const page = await this.#get<Api.SearchResults>(CALLS.searchDocuments, '/v1/documents/search', asked);
      return { items: page.results, next: page.next_cursor };
    });
  }

  /** How many results a search with `text` has, at most 10,000, and their tags. */
  countDocuments(query: Api.CountQuery, call: Call = {}): Promise<Api.SearchResults> {
    const counted = { ...query, limit: 1, snippets: 0, total: 'true', facets: 'tags' };
    return this.#get(CALLS.searchDocuments, '/v1/documents/search', { query: counted, ...call });
  }

  /**
   * All documents, page by page; `limit` is the size of a page. A document whose title and folder stay comes exactly
   * once, also in a loop that deletes what it reads.
   */
  listDocuments(query: Omit<Api.ListQuery, 'cursor'> = {}, call: Call = {}): AsyncGenerator<Api.ListedDocument> {
    return fromCursors(async (cursor) => {
      const asked = { query: { limit: 200, ...query, cursor }, ...call };
      const page = await this.#get<Api.DocumentList>(CALLS.listDocuments, '/v1/documents', asked);
      return { items: page.documents, next: page.next_cursor };
    });
  }

  /** The folders directly in another, or in the root, page by page. One may come twice while others are made. */
  listFolders(query: Omit<Api.FoldersQuery, 'offset'> = {}, call: Call = {}): AsyncGenerator<Api.Folder> {
    const { limit = 1_000 } = query;
    return fromOffsets(limit, async (offset) => {
      const asked = { query: { ...query, limit, offset }, ...call };
      return (await this.#get<Api.FolderList>(CALLS.listFolders, '/v1/folders', asked)).folders;
    });
  }

  /** Oldest first, page by page. */
  listVersions(
    id: string,
    query: Omit<Api.VersionsQuery, 'offset'> = {},
    call: Call = {},
  ): AsyncGenerator<Api.VersionSummary> {
    const { limit = 1_000 } = query;
    return fromOffsets(limit, async (offset) => {
      const asked = { query: { ...query, limit, offset }, ...call };
      return (await this.#get<Api.VersionList>(CALLS.listVersions, `${documentPath(id)}/versions`, asked)).versions;
    });
  }

  /** Many writes by few requests. Each operation has one result, which names it; see `BulkResult`. */
  bulk(
    operations: AsyncIterable<BulkOperation> | Iterable<BulkOperation>,
    call: Call = {},
  ): AsyncGenerator<BulkResult> {
    return bulk(this.#transport, operations, call.signal);
  }

  #page(sent: Sent): Promise<DocumentPage> {
    return this.#transport.send(sent, ({ text: html, status, headers }) => {
      if (!html.startsWith('<!doctype html>')) throw foreign(status, 'no page');
      return { html, hasNext: /rel="?next/.test(headers.get('Link') ?? '') };
    });
  }

  #assetAt(path: string, sha256: string, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
    return this.#transport.send({ call: CALLS.getAsset, path, signal }, ({ bytes, status, headers }) => {
      if (headers.get('ETag')?.includes(sha256)) return bytes;
      throw foreign(status, 'no such asset');
    });
  }

  #get<T extends object>(call: ApiCall, path: string, asked: Pick<Sent, 'query' | 'signal'>): Promise<Tagged<T>> {
    return this.#transport.send<Tagged<T>>({ call, path, ...asked });
  }

  #write<T extends object>(call: ApiCall, path: string, { body, ...write }: PutWrite & { body?: object }): Promise<T> {
    const { idempotencyKey = newIdempotencyKey(), ifMatch, onlyNew = false, signal } = write;
    const ifNoneMatch = onlyNew ? { 'If-None-Match': '*' } : {};
    const headers = { 'Idempotency-Key': idempotencyKey, 'If-Match': ifMatch, ...ifNoneMatch };
    return this.#transport.send<T>({ call, path, headers, signal, ...(body && { body: JSON.stringify(body) }) });
  }

  #delete(path: string, { ifMatch, signal }: Guarded): Promise<unknown> {
    return this.#transport.send({ call: CALLS.deleteDocument, path, headers: { 'If-Match': ifMatch }, signal });
  }
}
