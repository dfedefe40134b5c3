import { expectStatus, type Client, type Headers } from '../http/client.js';
import {
  create,
  keyPath,
  read,
  search,
  type Document,
  type Found,
  type Limits,
  type MadeVersion,
  type NewVersion,
} from '../http/making.js';

/** Creates a document and reads it back. */
export async function roundTrip(client: Client, overrides: object): Promise<Document> {
  return read(client, (await create(client, overrides)).id);
}

export type Patched = NewVersion & Partial<Pick<Document, 'content_type' | 'metadata' | 'visibility' | 'folder_id'>>;

export async function patchDocument(
  client: Client,
  id: string,
  changes: object,
  headers: Headers = {},
): Promise<Patched> {
  return expectStatus(await client.patch<Patched>(`/v1/documents/${id}`, changes, headers), 200);
}

export async function deleteByKey(client: Client, key: string): Promise<void> {
  expectStatus(await client.delete(keyPath(key)), 204);
}

export function query(parameters: Record<string, string | number>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

export async function find(client: Client, parameters: Record<string, string | number>): Promise<Found[]> {
  return (await search(client, parameters)).results;
}

/** All results, each page from the cursor of the one before. `during` runs for each result before the next page. */
export async function findFromCursors(
  client: Client,
  parameters: Record<string, string | number>,
  during: (found: Found) => Promise<unknown> = async () => undefined,
): Promise<Found[]> {
  const all: Found[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await search(client, { ...parameters, cursor });
    await Promise.all(page.results.map(during));
    all.push(...page.results);
    cursor = page.next_cursor;
  }
  return all;
}

export async function findTitles(client: Client, parameters: Record<string, string | number>): Promise<string[]> {
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

/** As versions that this caller makes name it. */
export async function authorOf(client: Client): Promise<NonNullable<MadeVersion['author']>> {
  const { key } = expectStatus(await client.get<Limits>('/v1/limits'), 200);
  return { key_id: key.id, label: key.label };
}
