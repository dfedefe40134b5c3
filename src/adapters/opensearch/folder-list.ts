import type { Folder } from '../../domain/folder.js';
import { routingSlotOf } from '../../domain/ids.js';
import type { FolderQuery } from '../../ports/document-index.js';
import type { Deadline } from './deadline.js';
import type { Hit, Searcher } from './searcher.js';
import { folderOfSource, parentKey, type FolderSource } from './sources.js';

const PAGE_SIZE = 1_000;

type FolderHit = Hit<FolderSource>;

/**
 * Folders of one parent, by name, then id; fetched page by page, as a whole list may exceed any result
 * window.
 */
export async function listFolders(
  searcher: Searcher, alias: string, query: FolderQuery,
): Promise<Folder[]> {
  const wanted = query.offset + (query.limit ?? Infinity);
  const deadline = searcher.deadline();
  const folders: Folder[] = [];
  let last: FolderHit | undefined;
  for (let seen = 0; seen < wanted;) {
    const size = Math.min(PAGE_SIZE, wanted - seen);
    const hits = await readPage(searcher, alias, { query, size, last, deadline });
    const skipped = Math.max(0, query.offset - seen);
    for (const { _source } of hits.slice(skipped)) folders.push(folderOfSource(_source));
    if (hits.length < size) break;
    seen += size;
    last = hits.at(-1);
  }
  return folders;
}

function readPage(
  searcher: Searcher,
  alias: string,
  { query, size, last, deadline }: {
    query: FolderQuery; size: number; last: FolderHit | undefined; deadline: Deadline;
  },
): Promise<FolderHit[]> {
  const filter: object[] = [{ term: { parent_key: parentKey(query.owner, query.parentId) } }];
  if (last !== undefined) filter.push({ range: { name: { gte: last.sort[0] } } });
  const body = JSON.stringify({
    size,
    sort: [{ name: 'asc' }, { id: 'asc' }],
    track_total_hits: false,
    ...(last === undefined ? {} : { search_after: last.sort }),
    query: { bool: { filter } },
  });
  return searcher.hits<FolderSource>({ alias, routing: routingSlotOf(query.owner) }, body, deadline);
}
