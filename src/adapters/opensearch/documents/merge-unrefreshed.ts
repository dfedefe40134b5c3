import { metadataBytes, type Head, type LivingHead } from '../../../domain/head.js';
import { compareResults } from '../../../domain/result-order.js';
import type { ListedPage, ListQuery, SearchQuery } from '../../../ports/document-index.js';

type Cut = { offset: number; limit: number };

/** The range to read without `count` documents: each of them may push a result back by one place once merged. */
export function cutFor({ offset, limit }: Cut, count: number): Cut {
  const before = Math.min(offset, count);
  return { offset: offset - before, limit: limit + before };
}

/** The page of `query`. `rows`: the results at `cutFor`, without the documents of `heads`. */
export function mergeUnrefreshed(
  query: SearchQuery,
  rows: readonly LivingHead[],
  heads: readonly Head[],
): LivingHead[] {
  const { offset, limit, after, unrefreshed } = query;
  const from = cutFor(query, unrefreshed.length).offset;
  const results = heads
    .filter((head) => isResult(head, query))
    .filter((head) => !after || compareResults(head, after) > 0);
  const [first] = rows;
  if (from === 0) return pageOf([...rows, ...results], { offset, limit });
  if (!first) return [];
  // A head before the first row is before the page in any case: its exact place does not matter.
  const behind = results.filter((head) => compareResults(head, first) > 0);
  const start = from + results.length - behind.length;
  return pageOf([...rows, ...behind], { offset: offset - start, limit });
}

/** The page of a list. `rows`: the results without the documents of `found`, as far as `limit` and `bytes` let in. */
export function listedPage(
  { limit, bytes, after, ...query }: ListQuery,
  rows: readonly LivingHead[],
  found: readonly (Head | undefined)[],
): ListedPage {
  const { keyPrefix } = query;
  const isMeant = (head: Head | undefined): head is LivingHead =>
    head !== undefined &&
    isResult(head, { ...query, prefix: undefined, tag: undefined }) &&
    (keyPrefix === undefined || head.byKey?.key.startsWith(keyPrefix) === true) &&
    (!after || compareResults(head, after) > 0);
  const isWhole = rows.length < limit && rows.reduce((sum, row) => sum + metadataBytes(row), 0) < bytes;
  // What comes after the last row is on the next page, as rows that were not read may come between.
  const last = isWhole ? undefined : rows.at(-1);
  const merged = [...rows, ...found.filter(isMeant).filter((head) => !last || compareResults(head, last) < 0)];
  const heads = merged.sort(compareResults);
  const count = countWithin(heads, { limit, bytes });
  return { heads: heads.slice(0, count), next: isWhole && count === heads.length ? undefined : heads[count - 1] };
}

/** How many heads a page has: up to `limit`, and up to the one by which their metadata has `bytes`. */
function countWithin(heads: readonly LivingHead[], { limit, bytes }: Pick<ListQuery, 'limit' | 'bytes'>): number {
  let [count, size] = [0, 0];
  for (const head of heads) {
    if (count >= limit || size >= bytes) break;
    size += metadataBytes(head);
    count++;
  }
  return count;
}

function pageOf(results: LivingHead[], { offset, limit }: Cut): LivingHead[] {
  return results.sort(compareResults).slice(offset, offset + limit);
}

/** The conditions of `filtersOf`, checked here. */
function isResult(
  head: Head,
  query: Omit<SearchQuery, 'limit' | 'offset' | 'after' | 'unrefreshed'>,
): head is LivingHead {
  const { owner, prefix, tag, folderId } = query;
  return (
    !head.deleted &&
    head.owner === owner &&
    (prefix === undefined || head.foldedTitle.startsWith(prefix)) &&
    (tag === undefined || head.tags.includes(tag)) &&
    (folderId === undefined || head.folderId === folderId)
  );
}
