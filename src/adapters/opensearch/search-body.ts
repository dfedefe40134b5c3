import type { SearchQuery } from '../../ports/document-index.js';

/** Largest gram of the index template, in code points. */
export const LARGEST_GRAM = 64;

/** Folded title and id of a hit: the values that results are sorted by. */
export type Place = readonly [foldedTitle: string, id: string];

type Clause = Record<string, unknown>;

/** The index's own order: only with exactly this sort does a search end when the page is full. */
const SORT = [{ folded_title: 'asc' }, { id: 'asc' }];

/** Filters only: nothing is scored. */
export function filtersOf(query: Pick<SearchQuery, 'owner' | 'prefix' | 'tag' | 'folderId'>): Clause[] {
  return [
    { term: { document_owner: query.owner } },
    ...(query.prefix === undefined ? [] : prefixClauses(query.prefix)),
    ...(query.tag === undefined ? [] : [{ term: { tags: query.tag } }]),
    ...(query.folderId === undefined ? [] : [{ term: { folder_id: query.folderId } }]),
  ];
}

/**
 * A gram is one term, read lazily. A longer prefix is narrowed down by its first gram, then compared in full: a
 * `prefix` clause visits all terms that it matches, which are few by then.
 */
function prefixClauses(prefix: string): Clause[] {
  const gram = firstCodePoints(prefix, LARGEST_GRAM);
  if (gram === '') return [];
  const clause = { term: { 'folded_title.prefixes': gram } };
  return gram === prefix ? [clause] : [clause, { prefix: { folded_title: prefix } }];
}

/** A string of up to `count` code points has up to `2 * count` code units, so longer ones need no walk to their end. */
function firstCodePoints(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}

export function countBody(filter: readonly Clause[]): string {
  return JSON.stringify({ query: { bool: { filter } } });
}

export function pageBody(filter: readonly Clause[], page: { from: number; size: number; after?: Place }): string {
  return JSON.stringify({ ...(page.after === undefined ? { from: page.from } : {}), ...searchOf(filter, page) });
}

/** As `pageBody`, but only the places of the hits. */
export function stepBody(filter: readonly Clause[], step: { size: number; after?: Place }): string {
  return JSON.stringify({ ...searchOf(filter, step), _source: false });
}

/** `search_after` alone would visit everything before the place again: the range lets it begin there. */
function searchOf(filter: readonly Clause[], { size, after }: { size: number; after?: Place }): object {
  const search = { size, sort: SORT, track_total_hits: false };
  if (after === undefined) return { ...search, query: { bool: { filter } } };
  const range = { range: { folded_title: { gte: after[0] } } };
  return { ...search, search_after: after, query: { bool: { filter: [...filter, range] } } };
}
