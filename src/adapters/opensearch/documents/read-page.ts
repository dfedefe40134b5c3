import type { Deadline } from '../../../platform/deadline.js';
import type { ShardScope, Searcher } from '../transport/searcher.js';
import { pageBody, placeBody, type Clause, type PageRange, type SortField } from './search-body.js';

/** `index.max_result_window`: OpenSearch's default, which the index template keeps. */
export const RESULT_WINDOW = 10_000;

export type PageSearch = { scope: ShardScope; filter: readonly Clause[]; sortedBy: SortField; deadline: Deadline };

/** Sources of a page. A page beyond the result window is reached in steps, each from the last hit of the one before. */
export async function readPage<Source>(searcher: Searcher, search: PageSearch, page: PageRange): Promise<Source[]> {
  const { scope, filter, sortedBy, deadline } = search;
  let { from, after } = page;
  while (from + page.size > RESULT_WINDOW) {
    const step = Math.min(from, RESULT_WINDOW);
    const body = placeBody(filter, { from: step - 1, after }, sortedBy);
    const [reached] = await searcher.hits<never>(scope, body, deadline);
    if (reached === undefined) return [];
    after = reached.sort;
    from -= step;
  }
  const body = pageBody(filter, { from, size: page.size, after }, sortedBy);
  const hits = await searcher.hits<Source>(scope, body, deadline);
  return hits.map(({ _source }) => _source);
}
