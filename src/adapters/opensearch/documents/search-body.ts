import type { ListQuery, SearchQuery } from '../../../ports/document-index.js';

/** `max_gram` of the index template, in code points. */
export const LARGEST_GRAM = 64;

/** Hits are in the order of this field, then of `id`. */
export type SortField = 'folded_title' | 'name';

/** Sort values of a hit. */
export type SortPosition = readonly [value: string, id: string];

export type Clause = Record<string, unknown>;

/** The index's own order. Only with exactly this sort does a search end when the page is full. */
const INDEX_ORDER = 'folded_title';

/** Filters only: nothing is scored. */
export function filtersOf(query: Pick<SearchQuery, 'owner' | 'prefix' | 'tag' | 'folderId' | 'unrefreshed'>): Clause[] {
  return [
    { term: { document_owner: query.owner } },
    ...(query.prefix === undefined ? [] : prefixClauses(query.prefix)),
    ...(query.tag === undefined ? [] : [{ term: { tags: query.tag } }]),
    ...(query.folderId === undefined ? [] : [{ term: { folder_id: query.folderId } }]),
    ...noneOf(query.unrefreshed),
  ];
}

/** As `filtersOf`, for a list. */
export function listFilters(query: Pick<ListQuery, 'owner' | 'folderId' | 'keyPrefix' | 'unrefreshed'>): Clause[] {
  const { keyPrefix } = query;
  const filters = filtersOf({ ...query, prefix: undefined, tag: undefined });
  return keyPrefix === undefined ? filters : [...filters, { prefix: { document_key: keyPrefix } }];
}

/** A gram is one term, read lazily. A longer prefix is compared in full, among the few terms of its first gram. */
function prefixClauses(prefix: string): Clause[] {
  const gram = firstCodePoints(prefix, LARGEST_GRAM);
  if (gram === '') return [];
  const clause = { term: { 'folded_title.prefixes': gram } };
  return gram === prefix ? [clause] : [clause, { prefix: { folded_title: prefix } }];
}

export function noneOf(ids: readonly string[]): Clause[] {
  return ids.length === 0 ? [] : [{ bool: { must_not: [{ terms: { id: ids } }] } }];
}

/** A text of `count` code points has at most `2 * count` code units, so the rest of a longer text is never walked. */
function firstCodePoints(text: string, count: number): string {
  return text.length <= count
    ? text
    : Array.from(text.slice(0, 2 * count))
        .slice(0, count)
        .join('');
}

export function countBody(filter: readonly Clause[]): string {
  return JSON.stringify({ query: { bool: { filter } } });
}

export type PageRange = {
  from: number;
  size: number;
  /** Only what comes after it. */ after?: SortPosition | undefined;
};

export function pageBody(filter: readonly Clause[], page: PageRange, sortedBy: SortField = INDEX_ORDER): string {
  return JSON.stringify(searchOf(filter, page, sortedBy));
}

/** The hit at `from`, without its source: only its sort values are needed. */
export function placeBody(
  filter: readonly Clause[],
  place: Omit<PageRange, 'size'>,
  sortedBy: SortField = INDEX_ORDER,
): string {
  return JSON.stringify({ ...searchOf(filter, { ...place, size: 1 }, sortedBy), _source: false });
}

function searchOf(filter: readonly Clause[], page: PageRange, sortedBy: SortField): object {
  const { from, size } = page;
  const sorted = { size, sort: [{ [sortedBy]: 'asc' }, { id: 'asc' }], track_total_hits: false };
  return { ...sorted, ...placed(filter, page, sortedBy), ...(from > 0 && { from }) };
}

/**
 * `search_after` reads the documents of the query before the place. A condition on the place reads all values after it,
 * of other owners too, which takes several times as long, but goes together with `from`: each step of a deep walk
 * would have to carry 10,000 hits otherwise.
 */
function placed(filter: readonly Clause[], { from, after }: PageRange, sortedBy: SortField): object {
  if (!after) return { query: { bool: { filter } } };
  if (from === 0) return { search_after: after, query: { bool: { filter } } };
  const [value, id] = after;
  const isBefore = [{ term: { [sortedBy]: value } }, { range: { id: { lte: id } } }];
  const isAtOrAfter = { range: { [sortedBy]: { gte: value } } };
  return { query: { bool: { filter: [...filter, isAtOrAfter], must_not: [{ bool: { filter: isBefore } }] } } };
}
