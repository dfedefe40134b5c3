import { encodeBase62 } from '../../domain/base62.js';
import type { HeadMark } from '../../ports/index-rebuild.js';
import type { Scope, Searcher } from './searcher.js';
import type { HeadSource, TombstoneSource } from './sources.js';

const PAGE_SIZE = 1_000;
/** Identifiers are cut into slices by so many of their first characters, which are evenly spread. */
const SLICE_CHARACTERS = 4;
const SLICE_SPACE = 62 ** SLICE_CHARACTERS;

type MarkSource = Pick<HeadSource | TombstoneSource, 'kind' | 'id' | 'current_version'>;

const HEADS = { terms: { kind: ['head', 'tombstone'] } };

/**
 * In slices of identifiers with about one page each: a page in order of identifiers, which is not the index's own
 * order, costs what its slice holds, and would cost the whole index without one.
 */
export async function* scanHeads(searcher: Searcher, index: string): AsyncGenerator<HeadMark[]> {
  const scope = { alias: index, preference: '_primary' };
  const count = await searcher.count(scope, JSON.stringify({ query: HEADS }));
  const slices = Math.min(SLICE_SPACE, Math.max(1, Math.ceil((2 * count) / PAGE_SIZE)));
  for (let slice = 0; slice < slices; slice++) {
    yield* scanSlice(searcher, scope, {
      ...(slice > 0 ? { gte: boundary(slice / slices) } : {}),
      ...(slice < slices - 1 ? { lt: boundary((slice + 1) / slices) } : {}),
    });
  }
}

function boundary(share: number): string {
  return encodeBase62(BigInt(Math.floor(share * SLICE_SPACE)), SLICE_CHARACTERS);
}

async function* scanSlice(searcher: Searcher, scope: Scope, range: object): AsyncGenerator<HeadMark[]> {
  for (let after: readonly [string] | undefined; ;) {
    const hits = await searcher.hits<MarkSource, readonly [string]>(scope, JSON.stringify({
      size: PAGE_SIZE,
      sort: [{ id: 'asc' }],
      track_total_hits: false,
      _source: ['kind', 'id', 'current_version'],
      ...(after && { search_after: after }),
      query: { bool: { filter: [HEADS, { range: { id: range } }] } },
    }));
    if (hits.length > 0) yield hits.map(({ _source }) => markOf(_source));
    after = hits.at(-1)?.sort;
    if (hits.length < PAGE_SIZE) return;
  }
}

function markOf({ id, kind, current_version: currentVersion }: MarkSource): HeadMark {
  return { id, currentVersion, deleted: kind === 'tombstone' };
}
