import { encodeBase62 } from '../../../domain/base62.js';
import type { Folder } from '../../../domain/folder.js';
import type { HeadMark, SummaryMark } from '../../../ports/index-admin.js';
import type { ShardScope, Searcher } from '../transport/searcher.js';
import {
  folderOfSource,
  type FolderSource,
  FOLDER_KIND,
  HEAD_KINDS,
  MARK_FIELDS,
  markOf,
  type MarkSource,
  SUMMARY_KIND,
} from '../model/sources.js';
import type { Cluster } from '../transport/cluster.js';
import { highestAfter, hits, type Feed } from './index-feed.js';
import { shardsOf } from '../transport/shards.js';

const PAGE_SIZE = 1_000;
/** A deep folder has a path of some 100 KB. */
const FOLDER_PAGE_SIZE = 200;
/** Slices are bounded by this many leading characters of identifiers, which are evenly distributed. */
const SLICE_CHARACTERS = 4;
const SLICE_SPACE = 62 ** SLICE_CHARACTERS;

type IdScan = {
  kinds: object;
  pageSize: number;
  /** Of the sources; undefined: all. */
  fields?: readonly string[];
  after?: string | undefined;
};

export async function* scanHeads(searcher: Searcher, index: string, after?: string): AsyncGenerator<HeadMark[]> {
  const scan = { kinds: HEAD_KINDS, pageSize: PAGE_SIZE, fields: MARK_FIELDS, after };
  for await (const page of scanById<MarkSource>(searcher, index, scan)) yield page.map(markOf);
}

export async function* scanFolders(searcher: Searcher, index: string, after?: string): AsyncGenerator<Folder[]> {
  const scan = { kinds: FOLDER_KIND, pageSize: FOLDER_PAGE_SIZE, after };
  for await (const page of scanById<FolderSource>(searcher, index, scan)) yield page.map(folderOfSource);
}

/** Scans slices of identifiers with about half a page each. */
async function* scanById<Source>(searcher: Searcher, index: string, scan: IdScan): AsyncGenerator<Source[]> {
  const scope = { alias: index, preference: '_primary' };
  const count = await searcher.count(scope, JSON.stringify({ query: scan.kinds }));
  // Without slices each page would cost the whole index: identifier order is not the index's own order.
  const slices = Math.min(SLICE_SPACE, Math.max(1, Math.ceil((2 * count) / scan.pageSize)));
  for (let slice = 0; slice < slices; slice++) {
    const end = slice < slices - 1 ? boundary((slice + 1) / slices) : undefined;
    if (end !== undefined && scan.after !== undefined && end <= scan.after) continue;
    yield* scanSlice<Source>(
      { searcher, scope, scan },
      { ...(slice > 0 ? { gte: boundary(slice / slices) } : {}), ...(end === undefined ? {} : { lt: end }) },
    );
  }
}

function boundary(share: number): string {
  return encodeBase62(BigInt(Math.floor(share * SLICE_SPACE)), SLICE_CHARACTERS);
}

type Scanning = { searcher: Searcher; scope: ShardScope; scan: IdScan };

async function* scanSlice<Source>({ searcher, scope, scan }: Scanning, range: object): AsyncGenerator<Source[]> {
  const { kinds, pageSize, fields } = scan;
  for (let after = scan.after === undefined ? undefined : ([scan.after] as const); ;) {
    const hits = await searcher.hits<Source, readonly [string]>(
      scope,
      JSON.stringify({
        size: pageSize,
        sort: [{ id: 'asc' }],
        track_total_hits: false,
        ...(fields && { _source: fields }),
        ...(after && { search_after: after }),
        query: { bool: { filter: [kinds, { range: { id: range } }] } },
      }),
    );
    if (hits.length > 0) yield hits.map(({ _source }) => _source);
    after = hits.at(-1)?.sort;
    if (hits.length < pageSize) return;
  }
}

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
