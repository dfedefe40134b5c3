import { compareUtf8 } from './compare-utf8.js';
import { partsOfTitle, tagOfWord } from './contents.js';
import type { DocumentRecord, Look } from './document-record.js';
import type { ExpectedFolder } from './folder-record.js';

/** A query of one page that holds whatever the world has. */
export type WorldQuery = { name?: string; tag?: string; folder?: ExpectedFolder };

export type ShownResult = {
  id: string;
  title: string;
  folder_id: string;
  block_count: number;
  visibility: string;
  current_version: number | null;
  created_at: string;
  updated_at: string;
  metadata: unknown;
};

export type Searched = {
  query: WorldQuery;
  /** As they were before the search was sent. */
  looks: ReadonlyMap<DocumentRecord, Look>;
  results: readonly ShownResult[];
  recordOf(result: ShownResult): DocumentRecord | undefined;
};

/** What cannot be of a search's answer; what it shows is noted in the records, which blame for themselves. */
export function faultsOfSearch(searched: Searched): string[] {
  const { results } = searched;
  const found = new Map<DocumentRecord, ShownResult>();
  const faults: string[] = [];
  for (const result of results) {
    const record = searched.recordOf(result);
    if (!record) faults.push(`found ${result.id} "${result.title}", which nobody made`);
    else if (found.has(record)) faults.push(`found ${result.id} twice`);
    else found.set(record, result);
  }
  for (const [record, result] of found) faults.push(...noteFound(searched, record, result));
  return [...faults, ...faultsOfOrder(results), ...faultsOfAbsent(searched, found)];
}

function noteFound({ query, looks }: Searched, record: DocumentRecord, result: ShownResult): string[] {
  const look = looks.get(record);
  const version = result.current_version ?? 0;
  record.seeLiving('search', look?.end === 'acknowledged');
  // Not what others saw: a version that nobody answered for yet may be in the index and not yet in a search.
  record.seeNewest('search', version, look?.acknowledged ?? 0);
  record.learn(version, { title: result.title, createdAt: result.updated_at, blockCount: result.block_count });
  return matches(query, result) ? [] : [`found ${result.id} "${result.title}", which is not what was asked for`];
}

/** What was acknowledged before the search began, and that no delete was sent for since, must be in it. */
function faultsOfAbsent({ query, looks }: Searched, found: ReadonlyMap<DocumentRecord, ShownResult>): string[] {
  return [...looks].flatMap(([record, look]) => {
    const isSure = look.acknowledged > 0 && !record.mayBeGone && look.end === 'no';
    if (!isSure || found.has(record) || !mustMatch(query, record, look)) return [];
    return [`${record.identity.name} at ${look.acknowledged} was not found`];
  });
}

function mustMatch({ name, tag, folder }: WorldQuery, record: DocumentRecord, look: Look): boolean {
  const { identity } = record;
  if (name !== undefined && !identity.name.startsWith(name)) return false;
  if (folder !== undefined && identity.folder !== folder) return false;
  if (tag === undefined || identity.tags.includes(tag)) return true;
  return newestWord(record, look) !== undefined && tagOfWord(newestWord(record, look) as string) === tag;
}

/** The word of the newest version, where no other can be the newest. */
function newestWord(record: DocumentRecord, look: Look): string | undefined {
  if (look.open > 0 || record.writes.length !== look.sent) return undefined;
  return partsOfTitle(record.sights.get(look.acknowledged)?.title ?? '').word;
}

function matches({ name, tag, folder }: WorldQuery, { title, folder_id, metadata }: ShownResult): boolean {
  const { tags } = metadata as { tags: string[] };
  return (
    (name === undefined || title.startsWith(name)) &&
    (tag === undefined || tags.includes(tag)) &&
    (folder === undefined || folder_id === folder.id)
  );
}

/** Titles of these tests are their own folded form. */
function faultsOfOrder(results: readonly ShownResult[]): string[] {
  const isSorted = results.every((result, i) => {
    const before = results[i - 1];
    return !before || (compareUtf8(before.title, result.title) || compareUtf8(before.id, result.id)) < 0;
  });
  return isSorted ? [] : [`results are out of order: ${results.map(({ title }) => title).join()}`];
}
