import type { Client, ListedDocument } from '../../../src/client/client.js';
import { mapConcurrently } from '../../../src/platform/concurrently.js';
import type { KeptFiles } from './kept-files.js';

const READ_AT_ONCE = 16;

export const PIPELINE = 'p';

/** `missing`: files without a document. `faults`: documents that are not as the files are, there twice, or too many. */
export type Verdict = { missing: string[]; faults: string[] };

/** Of all documents of the owner. */
export async function checkDocuments(client: Client, kept: KeptFiles): Promise<Verdict> {
  const missing = new Set(kept.paths);
  const faults: string[] = [];
  for await (const { key, source } of client.listDocuments()) {
    const path = pathOf(key);
    const file = kept.files.get(path);
    if (!missing.delete(path)) faults.push(file ? `${path} is there twice` : `${path} has no file`);
    else if (file?.hash !== source?.sha256) faults.push(`${path} has other content than its file`);
  }
  return { missing: [...missing], faults };
}

/** What of the documents' versions is not as the files were, one after the other. */
export async function checkVersions(client: Client, kept: KeptFiles): Promise<string[]> {
  const listed: ListedDocument[] = [];
  for await (const document of client.listDocuments()) listed.push(document);
  const faults: string[] = [];
  await mapConcurrently(listed, READ_AT_ONCE, async (document) => {
    const fault = faultOf(pathOf(document.key), kept, await titlesOf(client, document));
    if (fault !== undefined) faults.push(fault);
  });
  return faults;
}

function faultOf(path: string, kept: KeptFiles, titles: readonly string[]): string | undefined {
  const { possible, wanted } = kept.historyOf(path);
  const isOnceEach = new Set(titles).size === titles.length;
  const isInOrder = isSorted(titles.map((title) => [...possible].indexOf(title)));
  const isWhole = wanted.every((title) => titles.includes(title));
  if (isOnceEach && isInOrder && isWhole && titles.every((title) => possible.has(title))) return undefined;
  return `${path} has the versions ${titles.join(', ')}; the file was ${[...possible].join(', ')}, of which ${wanted.join(', ')} are needed`;
}

/** The only version of a document is its newest. */
async function titlesOf(client: Client, { id, title, current_version: newest }: ListedDocument): Promise<string[]> {
  if (newest === 1) return [title];
  const titles: string[] = [];
  for await (const version of client.listVersions(id)) titles.push(version.title);
  return titles;
}

function isSorted(numbers: readonly number[]): boolean {
  return numbers.every((number, n) => n === 0 || number > (numbers[n - 1] as number));
}

function pathOf(key: string | null): string {
  return key?.startsWith(`${PIPELINE}/`) ? key.slice(PIPELINE.length + 1) : `a document with the key ${key}`;
}
