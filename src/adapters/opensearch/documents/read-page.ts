import { LargeAnswerError } from '../../http-exchange.js';
import type { Deadline } from '../../../platform/deadline.js';
import type { Hit, ShardScope, Searcher } from '../transport/searcher.js';
import { PART_BYTES, type PartSizes } from './part-sizes.js';
import { pageBody, placeBody, type Clause, type PageRange, type SortedBy, type SortPosition } from './search-body.js';

/** `index.max_result_window`: OpenSearch's default, which the index template keeps. */
export const RESULT_WINDOW = 10_000;

/** For pages of megabytes. `bytes`: the page ends with the source by which it has so many. */
export type Parts<Source> = { sizes: PartSizes; owner: string; sizeOf: (source: Source) => number; bytes: number };

export type PageSearch<Source> = {
  scope: ShardScope;
  filter: readonly Clause[];
  sortedBy: SortedBy;
  deadline: Deadline;
  /** Undefined: in one part. */
  parts?: Parts<Source>;
  /** Hears of each hit of the page. */
  onHit?: (hit: Hit<Source, SortPosition>) => void;
};

/** Sources of a page. A page beyond the result window is reached in steps, each from the last hit of the one before. */
export async function readPage<Source>(
  searcher: Searcher,
  search: PageSearch<Source>,
  page: PageRange,
): Promise<Source[]> {
  const { scope, filter, sortedBy, deadline } = search;
  let { from, after } = page;
  while (from + page.size > RESULT_WINDOW) {
    const step = Math.min(from, RESULT_WINDOW);
    const body = placeBody(filter, { from: step - 1, after }, sortedBy);
    const [reached] = await searcher.hits<never>(scope, body, { deadline });
    if (reached === undefined) return [];
    after = reached.sort;
    from -= step;
  }
  const range = { from, size: page.size, after };
  if (search.parts) return readInParts(searcher, { ...search, parts: search.parts }, range);
  const hits = await searcher.hits<Source>(scope, pageBody(filter, range, sortedBy), { deadline });
  return hits.map(({ _source }) => _source);
}

/** Each part begins after the last hit of the one before. Between two parts others may write. */
async function readInParts<Source>(
  searcher: Searcher,
  { scope, filter, sortedBy, deadline, parts, onHit }: PageSearch<Source> & { parts: Parts<Source> },
  { from, size, after }: PageRange,
): Promise<Source[]> {
  const { sizes, owner, sizeOf } = parts;
  const found: Source[] = [];
  let [range, bytes] = [{ from, after }, 0];
  while (found.length < size && bytes < parts.bytes) {
    const count = sizes.sizeFor(owner, size - found.length, parts.bytes - bytes);
    const body = pageBody(filter, { ...range, size: count }, sortedBy);
    const mostBytes = count === 1 ? Infinity : PART_BYTES;
    const hits = await searcher
      .hits<Source, SortPosition>(scope, body, { deadline, mostBytes })
      .catch(undefinedIfLarge);
    if (!hits) {
      sizes.learnTooLarge(owner, count);
      continue;
    }
    if (onHit) hits.forEach(onHit);
    const sources = hits.map(({ _source }) => _source);
    const ofPart = sources.reduce((sum, source) => sum + sizeOf(source), 0);
    sizes.learn(owner, sources.length, ofPart);
    found.push(...sources);
    bytes += ofPart;
    if (hits.length < count) break;
    range = { from: 0, after: hits.at(-1)?.sort };
  }
  return found;
}

function undefinedIfLarge(error: unknown): undefined {
  if (!(error instanceof LargeAnswerError)) throw error;
}
