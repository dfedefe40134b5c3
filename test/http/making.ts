import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import { randomBase62 } from '../../src/domain/base62.js';
import type {
  CreatedDocument,
  DocumentAnswer,
  FolderAnswer,
  FolderListAnswer,
  NewVersionAnswer,
  PutDocumentAnswer,
  SearchAnswer,
  VersionAnswer,
  VersionListAnswer,
} from '../../src/http/schemas/answers.js';
import type { VersionDiffAnswer } from '../../src/http/schemas/diffs.js';
import type { LimitsAnswer } from '../../src/http/schemas/limits.js';
import { expectStatus, type Client, type Headers } from './client.js';

export type Created = Static<typeof CreatedDocument>;
export type Document = Static<typeof DocumentAnswer>;
export type MadeFolder = Static<typeof FolderAnswer>;
export type FolderList = Static<typeof FolderListAnswer>;
export type NewVersion = Static<typeof NewVersionAnswer>;
export type FoundPage = Static<typeof SearchAnswer>;
export type Found = FoundPage['results'][number];
export type MadeVersion = Static<typeof VersionAnswer>;
export type Versions = Static<typeof VersionListAnswer>;
export type VersionDiff = Static<typeof VersionDiffAnswer>;
export type Limits = Static<typeof LimitsAnswer>;

/** A word that no other test uses, and that is its own folded form. */
export function unique(begin = 'w'): string {
  return `${begin}${randomBase62(12).toLowerCase()}`;
}

/** An identifier of the right form that names nothing. */
export function unknownId(): string {
  return randomBase62(24);
}

export function paragraph(content = 'Some words.') {
  return { type: 'paragraph', content };
}

export function content(overrides: object = {}): object {
  return { title: unique(), blocks: [paragraph()], ...overrides };
}

/** The text of a document of exactly so many bytes. */
export function textOfBytes(bytes: number, title = 't'): string {
  const text = (words: string) => JSON.stringify({ title, blocks: [{ type: 'quote', content: words }] });
  return text('x'.repeat(bytes - text('').length));
}

export async function create(client: Client, overrides: object = {}, headers: Headers = {}): Promise<Created> {
  return expectStatus(await client.post<Created>('/v1/documents', content(overrides), headers), 201);
}

export type PutDocument = Static<typeof PutDocumentAnswer>;

/** Slashes stay as they are. */
export function keyPath(key: string): string {
  return `/v1/documents/by-key/${key.split('/').map(encodeURIComponent).join('/')}`;
}

export async function put(client: Client, key: string, body: object, headers: Headers = {}): Promise<PutDocument> {
  const answer = await client.put<PutDocument>(keyPath(key), body, headers);
  return expectStatus(answer, answer.status === 201 ? 201 : 200);
}

export async function readByKey(client: Client, key: string): Promise<Document> {
  return expectStatus(await client.get<Document>(keyPath(key)), 200);
}

export async function read(client: Client, id: string): Promise<Document> {
  return expectStatus(await client.get<Document>(`/v1/documents/${id}`), 200);
}

export async function push(
  client: Client,
  id: string,
  overrides: object = {},
  headers: Headers = {},
): Promise<NewVersion> {
  return expectStatus(await client.post<NewVersion>(versionsOf(id), content(overrides), headers), 201);
}

export async function restore(client: Client, id: string, version: number, headers: Headers = {}): Promise<NewVersion> {
  return expectStatus(await client.post<NewVersion>(restoreOf(id, version), undefined, headers), 201);
}

export async function readVersion(client: Client, id: string, version: number): Promise<MadeVersion> {
  return expectStatus(await client.get<MadeVersion>(`${versionsOf(id)}/${version}`), 200);
}

export async function listVersions(client: Client, id: string, query = ''): Promise<Versions> {
  return expectStatus(await client.get<Versions>(versionsOf(id) + query), 200);
}

export async function createFolder(client: Client, overrides: object = {}): Promise<MadeFolder> {
  return expectStatus(await client.post<MadeFolder>('/v1/folders', { name: unique(), ...overrides }), 201);
}

export async function listFolders(client: Client, query = ''): Promise<MadeFolder[]> {
  return expectStatus(await client.get<{ folders: MadeFolder[] }>(`/v1/folders${query}`), 200).folders;
}

export async function search(client: Client, query: Record<string, string | number>): Promise<FoundPage> {
  return expectStatus(await client.get<FoundPage>(searchFor(query)), 200);
}

export function searchFor(query: Record<string, string | number>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/v1/documents/search?${pairs.join('&')}`;
}

export function versionsOf(id: string): string {
  return `/v1/documents/${id}/versions`;
}

export function restoreOf(id: string, version: number | string): string {
  return `${versionsOf(id)}/${version}/restore`;
}

/** As answers have it. */
export function sourceOf(text: string, media_type = 'text/markdown') {
  return { media_type, sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) };
}
