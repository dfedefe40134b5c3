import { metadataBytes, type Head, type LivingHead } from '../../../domain/head.js';
import { meets, type ResultConditions } from '../../../domain/result-conditions.js';
import { comparePositions, compareResults, positionIn, type ResultOrder } from '../../../domain/result-order.js';
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
  const { offset, limit, order, unrefreshed } = query;
  const from = cutFor(query, unrefreshed.length).offset;
  const results = heads.filter((head) => isResult(head, query));
  const [first] = rows;
  if (from === 0) return sorted(order, [...rows, ...results]).slice(offset, offset + limit);
  if (!first) return [];
  // A head before the first row is before the page in any case: its exact place does not matter.
  const behind = results.filter((head) => compareResults(order, head, first) > 0);
  const start = offset - (from + results.length - behind.length);
  return sorted(order, [...rows, ...behind]).slice(start, start + limit);
}

/** The page of a list. `rows`: the results without the documents of `found`, as far as `limit` and `bytes` let in. */
export function listedPage(
  { limit, bytes, ...query }: ListQuery,
  rows: readonly LivingHead[],
  found: readonly (Head | undefined)[],
): ListedPage {
  const { order } = query;
  const isWhole = rows.length < limit && rows.reduce((sum, row) => sum + metadataBytes(row), 0) < bytes;
  // What comes after the last row is on the next page, as rows that were not read may come between.
  const last = isWhole ? undefined : rows.at(-1);
  const merged = found.filter((head) => head !== undefined && isResult(head, query));
  const before = merged.filter((head) => !last || compareResults(order, head, last) < 0);
  const heads = sorted(order, [...rows, ...before]);
  const count = countWithin(heads, { limit, bytes });
  const end = isWhole && count === heads.length ? undefined : heads[count - 1];
  return { heads: heads.slice(0, count), next: end && positionIn(order, end) };
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

function sorted(order: ResultOrder, heads: LivingHead[]): LivingHead[] {
  return heads.sort((one, other) => compareResults(order, one, other));
}

type Asked = ResultConditions & Pick<SearchQuery, 'owner' | 'order' | 'after'>;

/** The conditions of `filtersOf` and `listFilters`, checked here, and that the head comes after the place. */
function isResult(head: Head, { owner, order, after, ...conditions }: Asked): head is LivingHead {
  if (head.deleted || head.owner !== owner || !meets(head, conditions)) return false;
  return !after || comparePositions(order, positionIn(order, head), after) > 0;
}
