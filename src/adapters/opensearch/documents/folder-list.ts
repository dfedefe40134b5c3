import type { Folder } from '../../../domain/folder.js';
import { routingSlotOf } from '../../../domain/ids.js';
import type { FolderQuery } from '../../../ports/document-index.js';
import type { Searcher } from '../transport/searcher.js';
import { folderOfSource, parentKey, type FolderSource } from '../model/sources.js';
import { readPage, type PageSearch } from './read-page.js';

/** A page of the folders of one parent, by name, then id. */
export async function listFolders(searcher: Searcher, alias: string, query: FolderQuery): Promise<Folder[]> {
  const { owner, parentId, after, offset, limit } = query;
  const search: PageSearch<FolderSource> = {
    scope: { alias, routing: routingSlotOf(owner) },
    filter: [{ term: { parent_key: parentKey(owner, parentId) } }],
    sortedBy: 'name',
    deadline: searcher.deadline(),
  };
  const page = { from: offset, size: limit, after: after && ([after.name, after.id] as const) };
  const sources = await readPage<FolderSource>(searcher, search, page);
  return sources.map(folderOfSource);
}
