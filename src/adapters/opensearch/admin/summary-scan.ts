import type { SummaryMark } from '../../../ports/index-admin.js';
import type { Cluster } from '../transport/cluster.js';
import { highestAfter, hits, type Feed } from './index-feed.js';
import { SUMMARY_KIND } from '../transport/mark-source.js';
import type { Searcher } from '../transport/searcher.js';
import { shardsOf } from '../transport/shards.js';

/** Sequence numbers of one window, and so hits at most: without sources some 150 bytes each. */
const WINDOW = 5_000;
const BEFORE_ALL = -1;

/** Shard after shard. A summary written again meanwhile may appear twice or not at all. */
export async function* scanSummaries(
  cluster: Cluster,
  searcher: Searcher,
  index: string,
): AsyncGenerator<SummaryMark[]> {
  for (const shard of await shardsOf(cluster, index)) {
    const feed: Feed = { searcher, index, shard };
    const end = await highestAfter(feed, BEFORE_ALL);
    // By windows of sequence numbers: summaries have no other field to slice by.
    for (let after = BEFORE_ALL; after < end; after += WINDOW) {
      const range = { range: { _seq_no: { gt: after, lte: Math.min(end, after + WINDOW) } } };
      const found = await hits<never>(feed, {
        size: WINDOW,
        _source: false,
        sort: ['_doc'],
        query: { bool: { filter: [SUMMARY_KIND, range] } },
      });
      if (found.length > 0) yield found.map(({ _id }) => markOfId(_id));
    }
  }
}

function markOfId(id: string): SummaryMark {
  const [documentId = '', version] = id.split(':');
  return { id: documentId, version: Number(version) };
}
