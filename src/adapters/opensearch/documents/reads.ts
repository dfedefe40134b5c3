import type { MultiGetReader } from './multi-get-reader.js';
import { readPage, type PageSearch } from './read-page.js';
import { countBody, noneOf } from './search-body.js';
import { folderAddress, headAddress, keyAddress, summaryAddress } from '../model/addresses.js';
import {
  createdKey,
  entryOfKeySource,
  folderOfSource,
  summaryOfSource,
  type FolderSource,
  type HeadSource,
  type KeySource,
  type SummarySource,
  type TombstoneSource,
  parentKey,
} from '../model/sources.js';
import type { Searcher } from '../transport/searcher.js';
import type { KeyEntry } from '../../../domain/document-key.js';
import type { Folder } from '../../../domain/folder.js';
import { routingSlotOf } from '../../../domain/ids.js';
import type { VersionSummary } from '../../../domain/version.js';
import type { EntryCounts, FolderQuery, LinkedDocument } from '../../../ports/document-index.js';
import type { SummaryMark } from '../../../ports/index-admin.js';

export async function readSummaries(
  reader: MultiGetReader,
  marks: readonly SummaryMark[],
): Promise<(VersionSummary | undefined)[]> {
  const found = await reader.readAll<SummarySource>(marks.map(({ id, version }) => summaryAddress(id, version)));
  return found.map((document) => document && summaryOfSource(document._source));
}

export async function readFolders(reader: MultiGetReader, ids: readonly string[]): Promise<(Folder | undefined)[]> {
  const found = await reader.readAll<FolderSource>(ids.map(folderAddress));
  return found.map((document) => document && folderOfSource(document._source));
}

export async function readKeys(reader: MultiGetReader, names: readonly string[]): Promise<(KeyEntry | undefined)[]> {
  const found = await reader.readAll<KeySource>(names.map(keyAddress));
  return found.map((document, i) => document && entryOfKeySource(names[i] as string, document._source));
}

export async function readLinked(
  { keys, heads }: { keys: MultiGetReader; heads: MultiGetReader },
  names: readonly string[],
): Promise<(LinkedDocument | undefined)[]> {
  const entries = await readKeys(keys, names);
  // An identifier without a document, where the key has no entry.
  const ids = names.map((name, i) => entries[i]?.id ?? name);
  const found = await heads.readAll<HeadSource | TombstoneSource>(ids.map(headAddress));
  return found.map((document, i) => {
    const head = document?._source;
    return head?.kind === 'head' ? { id: ids[i] as string, visibility: head.visibility } : undefined;
  });
}

export type CreatedQuery = { owner: string; month: string; without?: readonly string[] | undefined };

/** `alias`: an alias or a concrete index. */
export function countCreated(
  searcher: Searcher,
  alias: string,
  { owner, month, without = [] }: CreatedQuery,
): Promise<number> {
  const filter = [{ term: { created_key: createdKey(owner, month) } }, ...noneOf(without)];
  return searcher.count({ alias, routing: routingSlotOf(owner) }, countBody(filter));
}

/** Two counts of terms, which read no document. */
export async function countEntries(searcher: Searcher, alias: string): Promise<EntryCounts> {
  const scope = { alias, preference: '_local' };
  const count = (kinds: readonly string[]) => searcher.count(scope, countBody([{ terms: { kind: kinds } }]));
  const [documents, versions] = await Promise.all([count(['head', 'tombstone']), count(['summary'])]);
  return { documents, versions };
}

/** A page of the folders of one parent, by name, then id. */
export async function listFolders(searcher: Searcher, alias: string, query: FolderQuery): Promise<Folder[]> {
  const { owner, parentId, after, limit } = query;
  const search: PageSearch<FolderSource> = {
    scope: { alias, routing: routingSlotOf(owner) },
    filter: [{ term: { parent_key: parentKey(owner, parentId) } }],
    sortedBy: { field: 'name' },
    deadline: searcher.deadline(),
  };
  const page = { from: 0, size: limit, after: after && ([after.name, after.id] as const) };
  const sources = await readPage<FolderSource>(searcher, search, page);
  return sources.map(folderOfSource);
}
