import { fold } from '../../../src/domain/fold.js';
import { routingSlotOf } from '../../../src/domain/ids.js';
import { filtersOf, pageBody } from '../../../src/adapters/opensearch/documents/search-body.js';
import type { SearchQuery } from '../../../src/ports/document-index.js';
import type { Query } from './queries.js';

/** What the service asks its index for, when it is asked for this. */
export function searchQueryOf(owner: string, { q, tag, folderId, limit, offset }: Query): SearchQuery {
  return { owner, prefix: q === undefined ? undefined : fold(q), tag, folderId, limit, offset, unrefreshed: [] };
}

/** The request that the service's own adapter sends to OpenSearch; `checkReference` holds it to that. */
export function rawSearch(alias: string, query: SearchQuery): { path: string; body: string } {
  const parameters = new URLSearchParams({
    routing: routingSlotOf(query.owner),
    allow_partial_search_results: 'false',
  });
  return {
    path: `/${alias}/_search?${parameters.toString()}`,
    body: pageBody(filtersOf(query), { from: query.offset, size: query.limit }),
  };
}

/** Of the service itself. */
export function searchPath({ q, tag, folderId, limit, offset }: Query): string {
  const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (q !== undefined) parameters.set('q', q);
  if (tag !== undefined) parameters.set('tag', tag);
  if (folderId !== undefined) parameters.set('folder_id', folderId);
  return `/v1/documents/search?${parameters.toString()}`;
}
