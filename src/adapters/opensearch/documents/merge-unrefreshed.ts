import type { Head, LivingHead } from '../../../domain/head.js';
import { compareResults } from '../../../domain/result-order.js';
import type { ListQuery, SearchQuery } from '../../../ports/document-index.js';

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

/** The page of a list. `rows`: the results without the documents of `found`. */
export function listedPage(
  { limit, after, ...query }: ListQuery,
  rows: readonly LivingHead[],
  found: readonly (Head | undefined)[],
): LivingHead[] {
  const { keyPrefix } = query;
  const isMeant = (head: Head | undefined): head is LivingHead =>
    head !== undefined &&
    isResult(head, { ...query, prefix: undefined, tag: undefined }) &&
    (keyPrefix === undefined || head.byKey?.key.startsWith(keyPrefix) === true) &&
    (!after || compareResults(head, after) > 0);
  return pageOf([...rows, ...found.filter(isMeant)], { offset: 0, limit });
}

function pageOf(results: LivingHead[], { offset, limit }: Cut): LivingHead[] {
  return results.sort(compareResults).slice(offset, offset + limit);
}

/** The conditions of `filtersOf`, judged here. */
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
