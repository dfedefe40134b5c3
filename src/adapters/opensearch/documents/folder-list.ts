import type { Folder } from '../../../domain/folder.js';
import { routingSlotOf } from '../../../domain/ids.js';
import type { FolderQuery } from '../../../ports/document-index.js';
import type { Hit, Searcher } from '../transport/searcher.js';
import { folderOfSource, parentKey, type FolderSource } from '../transport/sources.js';

/** `index.max_result_window`: OpenSearch's default, which the index template keeps. */
const RESULT_WINDOW = 10_000;

type FolderRow = readonly [name: string, id: string];
/** `after`: only hits after it. `isPlace`: without the sources. */
type Part = { from: number; size: number; after: FolderRow | undefined; isPlace?: boolean };

/** A page of the folders of one parent, by name, then id. Offsets beyond the result window are reached in steps. */
export async function listFolders(searcher: Searcher, alias: string, query: FolderQuery): Promise<Folder[]> {
  const scope = { alias, routing: routingSlotOf(query.owner) };
  const deadline = searcher.deadline();
  const read = <Source>(part: Part): Promise<Hit<Source>[]> =>
    searcher.hits<Source>(scope, bodyOf(query, part), deadline);
  let after: FolderRow | undefined = query.after && [query.after.name, query.after.id];
  let from = query.offset;
  while (from + query.limit > RESULT_WINDOW) {
    const step = Math.min(from, RESULT_WINDOW);
    const [reached] = await read<never>({ from: step - 1, size: 1, after, isPlace: true });
    if (reached === undefined) return [];
    after = reached.sort;
    from -= step;
  }
  const hits = await read<FolderSource>({ from, size: query.limit, after });
  return hits.map(({ _source }) => folderOfSource(_source));
}

/** `after` becomes conditions, because `search_after` forbids `from`. */
function bodyOf({ owner, parentId }: FolderQuery, { from, size, after, isPlace }: Part): string {
  const filter: object[] = [{ term: { parent_key: parentKey(owner, parentId) } }];
  if (after !== undefined) filter.push({ range: { name: { gte: after[0] } } });
  return JSON.stringify({
    from,
    size,
    ...(isPlace && { _source: false }),
    sort: [{ name: 'asc' }, { id: 'asc' }],
    track_total_hits: false,
    query: { bool: { filter, ...(after !== undefined && { must_not: [atNameUpTo(after)] }) } },
  });
}

function atNameUpTo([name, id]: FolderRow): object {
  return { bool: { filter: [{ term: { name } }, { range: { id: { lte: id } } }] } };
}
