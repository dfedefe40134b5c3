import type { Entry, FeedPosition } from '../../../ports/index-admin.js';
import type { Cluster } from '../transport/cluster.js';
import { entryOf, type AnySource } from './entries.js';
import type { Hit, Searcher } from '../transport/searcher.js';
import { shardsOf } from '../transport/shards.js';

/** Sequence numbers of one window, so documents at most: 100 with the maximum of metadata are some 120 MB. */
const WINDOW = 100;

type FeedChange = Hit<AnySource, readonly [number]>;

export type Feed = { searcher: Searcher; index: string; shard: number };

/** Shard after shard, up to the highest sequence number that a search sees at first. */
export async function* changesAfter(
  cluster: Cluster,
  searcher: Searcher,
  { index, position }: { index: string; position: FeedPosition },
): AsyncGenerator<Entry[]> {
  for (const shard of await shardsOf(cluster, index)) {
    const feed = { searcher, index, shard };
    const first = await readWindow(feed, { gt: position[shard] ?? -1 });
    if (first.length > 0) yield entriesOf(first);
    const start = first.at(-1)?.sort[0];
    if (start === undefined || first.length < WINDOW) continue;
    // A document changed meanwhile gets a higher number: it comes after the next checkpoint.
    const end = await highestAfter(feed, start);
    // A window costs what it holds, one document per number at most. A page by number costs all still to come.
    for (let after = start; after < end; after += WINDOW) {
      const entries = entriesOf(await readWindow(feed, { gt: after, lte: Math.min(end, after + WINDOW) }));
      if (entries.length > 0) yield entries;
    }
  }
}

/** The highest sequence number after `start` that a search sees, or `start`. */
export async function highestAfter(feed: Feed, start: number): Promise<number> {
  const [hit] = await hits<never>(feed, {
    size: 1,
    _source: false,
    sort: [{ _seq_no: 'desc' }],
    query: { range: { _seq_no: { gt: start } } },
  });
  return hit?.sort[0] ?? start;
}

function readWindow(feed: Feed, window: { gt: number; lte?: number }): Promise<FeedChange[]> {
  return hits<AnySource>(feed, { size: WINDOW, sort: [{ _seq_no: 'asc' }], query: { range: { _seq_no: window } } });
}

function entriesOf(changes: readonly FeedChange[]): Entry[] {
  return changes.flatMap(({ _id, _source }) => entryOf(_id, _source) ?? []);
}

/** From the primary: its refresh and its checkpoint are the ones that count. */
export function hits<Source>({ searcher, index, shard }: Feed, body: object) {
  const scope = { alias: index, preference: `_shards:${shard}|_primary` };
  return searcher.hits<Source, readonly [number]>(scope, JSON.stringify({ track_total_hits: false, ...body }));
}
