import { randomBytes } from 'node:crypto';

import type { AcceptanceClient, HeaderFields } from './client.js';
import { expectStatus } from './expecting.js';
import type {
  CreatedDocument,
  FolderBody,
  FoundDocumentBody,
  FullDocument,
  SearchPageBody,
  VersionListBody,
  WrittenVersion,
} from './shapes.js';

/** A name that no other run has used; lower-case letters and digits, so that it is its own folded form. */
export function unique(word = 'q'): string {
  return `${word}${randomBytes(8).toString('hex')}`;
}

export function paragraph(content = 'text'): { type: string; content: string } {
  return { type: 'paragraph', content };
}

/** An identifier of the right form that names nothing. */
export function unknownId(): string {
  return `${randomBytes(11).toString('hex')}00`;
}

export function documentBody(overrides: object = {}): object {
  return { title: unique(), blocks: [paragraph()], ...overrides };
}

export async function createDocument(
  client: AcceptanceClient,
  overrides: object = {},
  headers: HeaderFields = {},
): Promise<CreatedDocument> {
  return expectStatus(await client.post<CreatedDocument>('/v1/documents', documentBody(overrides), headers), 201);
}

export async function getDocument(client: AcceptanceClient, id: string): Promise<FullDocument> {
  return expectStatus(await client.get<FullDocument>(`/v1/documents/${id}`), 200);
}

/** Creates a document and reads it back. */
export async function roundTrip(client: AcceptanceClient, overrides: object): Promise<FullDocument> {
  return getDocument(client, (await createDocument(client, overrides)).id);
}

export async function pushVersion(
  client: AcceptanceClient,
  id: string,
  overrides: object = {},
  headers: HeaderFields = {},
): Promise<WrittenVersion> {
  const path = `/v1/documents/${id}/versions`;
  return expectStatus(await client.post<WrittenVersion>(path, documentBody(overrides), headers), 201);
}

export type Patched = WrittenVersion &
  Partial<Pick<FullDocument, 'content_type' | 'metadata' | 'visibility' | 'folder_id'>>;

export async function patchDocument(
  client: AcceptanceClient,
  id: string,
  changes: object,
  headers: HeaderFields = {},
): Promise<Patched> {
  return expectStatus(await client.patch<Patched>(`/v1/documents/${id}`, changes, headers), 200);
}

export async function restoreVersion(
  client: AcceptanceClient,
  id: string,
  version: number,
  headers: HeaderFields = {},
): Promise<WrittenVersion> {
  const path = `/v1/documents/${id}/versions/${version}/restore`;
  return expectStatus(await client.post<WrittenVersion>(path, undefined, headers), 201);
}

export type PutAnswer = CreatedDocument & {
  version: number;
  version_count: number;
  result: 'created' | 'updated' | 'unchanged';
  content_hash: string;
};

/** Slashes stay as they are. */
export function keyPath(key: string): string {
  return `/v1/documents/by-key/${key.split('/').map(encodeURIComponent).join('/')}`;
}

export async function putByKey(client: AcceptanceClient, key: string, body: object): Promise<PutAnswer> {
  const answer = await client.put<PutAnswer>(keyPath(key), body);
  return expectStatus(answer, answer.status === 201 ? 201 : 200);
}

export async function getByKey(client: AcceptanceClient, key: string): Promise<FullDocument> {
  return expectStatus(await client.get<FullDocument>(keyPath(key)), 200);
}

export async function deleteByKey(client: AcceptanceClient, key: string): Promise<void> {
  expectStatus(await client.delete(keyPath(key)), 204);
}

export async function listVersions(client: AcceptanceClient, id: string): Promise<VersionListBody> {
  return expectStatus(await client.get<VersionListBody>(`/v1/documents/${id}/versions`), 200);
}

export async function createFolder(client: AcceptanceClient, overrides: object = {}): Promise<FolderBody> {
  return expectStatus(await client.post<FolderBody>('/v1/folders', { name: unique(), ...overrides }), 201);
}

export function query(parameters: Record<string, string | number>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

export function searchPath(parameters: Record<string, string | number>): string {
  return `/v1/documents/search?${query(parameters)}`;
}

export async function search(
  client: AcceptanceClient,
  parameters: Record<string, string | number>,
): Promise<SearchPageBody> {
  return expectStatus(await client.get<SearchPageBody>(searchPath(parameters)), 200);
}

export async function find(
  client: AcceptanceClient,
  parameters: Record<string, string | number>,
): Promise<FoundDocumentBody[]> {
  return (await search(client, parameters)).results;
}

/** All results, each page from the cursor of the one before. `during` runs for each result before the next page. */
export async function findFromCursors(
  client: AcceptanceClient,
  parameters: Record<string, string | number>,
  during: (found: FoundDocumentBody) => Promise<unknown> = async () => undefined,
): Promise<FoundDocumentBody[]> {
  const all: FoundDocumentBody[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: SearchPageBody = await search(client, { ...parameters, cursor });
    await Promise.all(page.results.map(during));
    all.push(...page.results);
    cursor = page.next_cursor;
  }
  return all;
}

export async function findTitles(
  client: AcceptanceClient,
  parameters: Record<string, string | number>,
): Promise<string[]> {
  return (await find(client, parameters)).map((found) => found.title);
}

/** Runs `job` for 0 … count-1, at most `width` at a time, and gives the results in that order. */
export async function times<T>(count: number, job: (n: number) => Promise<T>, width = 10): Promise<T[]> {
  const results: T[] = new Array<T>(count);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) results[n] = await job(n);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, work));
  return results;
}
