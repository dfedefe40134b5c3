import { fold } from '../../../src/domain/fold.js';
import { routingSlotOf } from '../../../src/domain/ids.js';
import {
  filtersOf,
  listFilters,
  pageBody,
  sortPosition,
} from '../../../src/adapters/opensearch/documents/search-body.js';
import { DOCUMENT_LIST_BYTES } from '../../../src/domain/limits.js';
import { relevance, wordFilters } from '../../../src/adapters/opensearch/documents/word-search.js';
import type { ResultPosition } from '../../../src/domain/result-order.js';
import { parseSearch } from '../../../src/domain/words/word-query.js';
import type { ListQuery, SearchQuery, WordSearch } from '../../../src/ports/document-index.js';
import type { Query } from './queries.js';

/** What the service asks its index for, when it is asked for this. */
export function searchQueryOf(owner: string, { q, tag, folderId, limit, offset }: Query): SearchQuery {
  const prefix = q === undefined ? undefined : fold(q);
  return { owner, prefix, tag, folderId, order: 'title', limit, offset, after: undefined, unrefreshed: [] };
}

/** The request that the service's own adapter sends to OpenSearch; `checkReference` holds it to that. */
export function rawSearch(alias: string, query: SearchQuery): { path: string; body: string } {
  return {
    path: rawPath(alias, query.owner),
    body: pageBody(filtersOf(query), { from: query.offset, size: query.limit }),
  };
}

export type PlainList = { owner: string; limit: number; after: ResultPosition | undefined };

/** What the service asks its index for, when it is asked for a page of a list without conditions. */
export function listQueryOf(list: PlainList): ListQuery {
  return { ...list, order: 'title', unrefreshed: [], bytes: DOCUMENT_LIST_BYTES };
}

/** As `rawSearch`, for a list. */
export function rawList(alias: string, query: ListQuery): { path: string; body: string } {
  const { owner, limit, after } = query;
  const page = { from: 0, size: limit, after: sortPosition(query.order, after) };
  return { path: rawPath(alias, owner), body: pageBody(listFilters(query), page) };
}

/** What the service asks its index for, when it is asked for words. */
export function wordSearchOf(owner: string, { text = '', tag, limit, offset }: Query): WordSearch {
  return { owner, words: parseSearch(text), tag, order: 'relevance', limit, offset, after: undefined };
}

/** As `rawSearch`, for words. */
export function rawWords(alias: string, query: WordSearch): { path: string; body: string } {
  const page = { from: query.offset, size: query.limit };
  return { path: rawPath(alias, query.owner), body: pageBody(wordFilters(query), page, relevance(query.words)) };
}

function rawPath(alias: string, owner: string): string {
  const routing = routingSlotOf(owner);
  return `/${alias}/_search?${new URLSearchParams({ routing, allow_partial_search_results: 'false' }).toString()}`;
}

/** Of the service itself. */
export function searchPath({ q, text, tag, folderId, snippets, limit, offset }: Query): string {
  const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (q !== undefined) parameters.set('q', q);
  if (text !== undefined) parameters.set('text', text);
  if (snippets !== undefined) parameters.set('snippets', String(snippets));
  if (tag !== undefined) parameters.set('tag', tag);
  if (folderId !== undefined) parameters.set('folder_id', folderId);
  return `/v1/documents/search?${parameters.toString()}`;
}
