import { fieldOf, isBackwards, type ResultOrder, type ResultPosition } from '../../../domain/result-order.js';
import type { ListQuery, SearchQuery } from '../../../ports/document-index.js';

/** `max_gram` of the index template, in code points. */
export const LARGEST_GRAM = 64;

/** Hits are in the order of this field, then of `id`; or in that order backwards. */
export type SortedBy = FieldOrder | Relevance;
type FieldOrder = { field: 'folded_title' | 'name' | 'created_at.time' | 'updated_at.time'; backwards?: boolean };
/** By what the clause scores, then the newest first. For pages from the first hit on, or from one after another. */
export type Relevance = { scores: Clause };

/** Sort values of a hit: a value and the identifier. A time is in milliseconds. By relevance, score and time. */
export type SortPosition = readonly [value: string | number, id: string] | readonly [number, number, string];

export type Clause = Record<string, unknown>;

/** The index's own order. Only with exactly this sort does a search end when the page is full. */
const INDEX_ORDER: FieldOrder = { field: 'folded_title' };

export function sortedBy(order: ResultOrder): FieldOrder {
  const field = fieldOf(order);
  return field === 'title' ? INDEX_ORDER : { field: `${field}.time`, backwards: isBackwards(order) };
}

export function sortPosition(order: ResultOrder, place: ResultPosition | undefined): SortPosition | undefined {
  return place && [order === 'title' ? place.value : Date.parse(place.value), place.id];
}

type Filtered = Pick<SearchQuery, 'owner' | 'prefix' | 'tag' | 'folderId' | 'folderIds' | 'unrefreshed'>;

/** Filters only: nothing is scored. */
export function filtersOf(query: Filtered): Clause[] {
  return [
    { term: { document_owner: query.owner } },
    ...(query.prefix === undefined ? [] : prefixClauses(query.prefix)),
    ...(query.tag === undefined ? [] : [{ term: { tags: query.tag } }]),
    ...(query.folderId === undefined ? [] : [{ term: { folder_id: query.folderId } }]),
    ...(query.folderIds === undefined ? [] : [inFolders(query.folderIds)]),
    ...noneOf(query.unrefreshed),
  ];
}

/** At most 65,536. */
export function inFolders(folderIds: ReadonlySet<string>): Clause {
  return { terms: { folder_id: [...folderIds] } };
}

/** As `filtersOf`, for a list. */
export function listFilters(query: Omit<ListQuery, 'order' | 'limit' | 'bytes' | 'after' | 'onSize'>): Clause[] {
  const { moreTags = [], keyPrefix, visibility, updatedFrom: gte, updatedBefore: lt } = query;
  return [
    ...filtersOf(query),
    ...moreTags.map((tag) => ({ term: { tags: tag } })),
    ...(keyPrefix === undefined ? [] : [{ prefix: { document_key: keyPrefix } }]),
    ...(visibility === undefined ? [] : [{ term: { 'visibility.term': visibility } }]),
    ...(gte === undefined && lt === undefined ? [] : [{ range: { 'updated_at.time': { gte, lt } } }]),
  ];
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

export function pageBody(filter: readonly Clause[], page: PageRange, by: SortedBy = INDEX_ORDER): string {
  return JSON.stringify(searchOf(filter, page, by));
}

/** The hit at `from`, without its source: only its sort values are needed. */
export function placeBody(
  filter: readonly Clause[],
  place: Omit<PageRange, 'size'>,
  by: SortedBy = INDEX_ORDER,
): string {
  return JSON.stringify({ ...searchOf(filter, { ...place, size: 1 }, by), _source: false });
}

function searchOf(filter: readonly Clause[], page: PageRange, by: SortedBy): object {
  const { from, size, after } = page;
  const common = { size, track_total_hits: false, ...(from > 0 && { from }) };
  if ('scores' in by) {
    const sort = [{ _score: 'desc' }, { 'updated_at.time': 'desc' }, { id: 'asc' }];
    const query = { bool: { filter, should: [by.scores] } };
    return { ...common, sort, query, ...(after && { search_after: after }) };
  }
  const direction = by.backwards ? 'desc' : 'asc';
  return { ...common, sort: [{ [by.field]: direction }, { id: direction }], ...placed(filter, page, by) };
}

/**
 * `search_after` reads the documents of the query before the place. A condition on the place reads all values after it,
 * of other owners too, which takes several times as long, but goes together with `from`: each step of a deep walk
 * would have to carry 10,000 hits otherwise.
 */
function placed(filter: readonly Clause[], { from, after }: PageRange, { field, backwards }: FieldOrder): object {
  if (!after) return { query: { bool: { filter } } };
  if (from === 0) return { search_after: after, query: { bool: { filter } } };
  const [value, id] = after;
  const [earlier, later] = backwards ? (['gte', 'lte'] as const) : (['lte', 'gte'] as const);
  const isBefore = [{ term: { [field]: value } }, { range: { id: { [earlier]: id } } }];
  const isAtOrAfter = { range: { [field]: { [later]: value } } };
  return { query: { bool: { filter: [...filter, isAtOrAfter], must_not: [{ bool: { filter: isBefore } }] } } };
}
