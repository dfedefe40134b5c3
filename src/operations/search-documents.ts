import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import { fold } from '../domain/fold.js';
import { SEARCH_LIMIT, TITLE_CODE_POINTS } from '../domain/limits.js';
import type { LivingHead } from '../domain/head.js';
import { positionOf, type ResultOrder, type ResultPosition } from '../domain/result-order.js';
import type { ResultConditions } from '../domain/result-conditions.js';
import type { EpochReading } from '../ports/counters.js';
import type { OnSize } from '../ports/object-store.js';
import { fewBelow, findFolder, type FolderReads } from './folders/find-folder.js';
import { pathsOf, type PathOf } from './folders/folder-paths.js';
import type { Freshness } from '../consistency/freshness.js';
import type { PageCache } from '../consistency/page-cache.js';
import type { DocumentIndex, ListedPage, SearchQuery, WordSearch } from '../ports/document-index.js';

/** `P`: a page as the caller presents it. */
export type SearchPorts<P> = FolderReads & {
  index: Pick<DocumentIndex, 'search'>;
  freshness: Freshness;
  pages: Pick<PageCache<P>, 'get'>;
};

/** One code point folds to at most three (`ﬃ`), so no title has a longer prefix. */
const LONGEST_PREFIX = 3 * TITLE_CODE_POINTS;

/** Of a search below a folder with many folders: one request looks at 1,000 documents. */
const MOST_ROUNDS = 20;

/** `prefix`: as sent. */
type SearchDocuments<P> = Omit<ResultConditions, 'folderIds'> & {
  /** The folders below that folder, too: without an offset. A page may be short, even empty, and still have `next`. */
  isRecursive: boolean;
  order: ResultOrder;
  limit: number;
  offset: number;
  /** As in `SearchQuery`. */
  after: ResultPosition | undefined;
  reading: EpochReading | undefined;
  onSize?: OnSize;
  /** Must use nothing but the other members: its page is cached under them. */
  present(found: ListedPage & { pathOf: PathOf }): P | Promise<P>;
};

/** Raises `QUERY_REQUIRED`, `FOLDER_NOT_FOUND`. */
export async function searchDocuments<P>(ports: SearchPorts<P>, actor: Actor, input: SearchDocuments<P>): Promise<P> {
  const { prefix, tag, isRecursive, order, limit, offset, after, reading } = input;
  if (prefix === undefined && tag === undefined) throw new QuireError('QUERY_REQUIRED');
  const place = [isRecursive, order, limit, offset, after?.id, after?.value];
  return ports.pages.get(JSON.stringify([actor.owner, conditionsOf(input), ...place]), reading, async () => {
    const found = await findDocuments(ports, actor, input);
    return input.present({ ...found, pathOf: await pathsOf(ports, actor.owner, found.heads) });
  });
}

/** Those of a search, without the folders that it finds. */
export function conditionsOf(input: Omit<ResultConditions, 'folderIds'>) {
  const { prefix, tag, moreTags, keyPrefix, visibility, updatedFrom, updatedBefore, folderId } = input;
  return { prefix, tag, moreTags, keyPrefix, visibility, updatedFrom, updatedBefore, folderId };
}

async function findDocuments<P>(ports: SearchPorts<P>, actor: Actor, input: SearchDocuments<P>): Promise<ListedPage> {
  const { folderId, isRecursive, order, limit, offset, after, onSize } = input;
  const { folderId: _folderId, ...conditions } = conditionsOf(input);
  const folder = folderId === undefined ? null : await findFolder(ports, actor.owner, folderId);
  const prefix = input.prefix === undefined ? undefined : fold(input.prefix);
  if (prefix !== undefined && Array.from(prefix).length > LONGEST_PREFIX) {
    return { heads: [], next: undefined };
  }
  const unrefreshed = await ports.freshness.unrefreshed(actor.owner, input.reading);
  const query = { owner: actor.owner, ...conditions, prefix, order, limit, offset, after, unrefreshed, onSize };
  // Everything is below the root folder.
  if (isRecursive && folder) {
    const folderIds = fewBelow(await ports.trees.seen(actor.owner), folder.id);
    if (folderIds) return ports.index.search({ ...query, folderIds });
    return findBelow({ trees: ports.trees, ask: (one: SearchQuery) => ports.index.search(one) }, query, folder.id);
  }
  if (isRecursive) return ports.index.search(query);
  return ports.index.search({ ...query, folderId });
}

type PageQuery = Pick<WordSearch, 'owner' | 'order' | 'limit' | 'after'>;
type Below<Q> = Pick<FolderReads, 'trees'> & { ask: (query: Q) => Promise<ListedPage> };

/** Below a folder with many folders: leaves out what is elsewhere. Each round looks at 50 documents. */
export async function findBelow<Q extends PageQuery>(
  { trees, ask }: Below<Q>,
  query: Q,
  topId: string,
): Promise<ListedPage> {
  const tree = await trees.seen(query.owner);
  const { order } = query;
  const heads: LivingHead[] = [];
  const ranks = new Map<string, number>();
  let next = query.after;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const page = await ask({ ...query, limit: SEARCH_LIMIT, after: next });
    for (const [id, rank] of page.ranks ?? []) ranks.set(id, rank);
    for (const head of page.heads) {
      next = positionOf({ order, ranks }, head);
      if (tree.isWithin(head.folderId, topId)) heads.push(head);
      if (heads.length === query.limit) return { heads, next, ranks };
    }
    next = page.next;
    if (!next) break;
  }
  return { heads, next, ranks };
}
