import type { LivingHead } from '../../domain/head.js';
import { rootFolderId } from '../../domain/ids.js';
import type { FolderReads } from './find-folder.js';

/** Where a document is: the path of its folder. */
export type PathOf = (head: Pick<LivingHead, 'folderId'>) => string;

/** The paths of the folders of these documents, which the request has read, as they are now; `/` for the root. */
export async function pathsOf({ trees }: FolderReads, owner: string, heads: readonly LivingHead[]): Promise<PathOf> {
  const tree = await trees.seen(owner);
  const paths = new Map([[rootFolderId(owner), '/']]);
  for (const { folderId } of heads) {
    if (paths.has(folderId)) continue;
    const folder = tree.folder(folderId) ?? (tree.knows(folderId) ? undefined : await trees.find(owner, folderId));
    paths.set(folderId, folder?.path ?? '/');
  }
  return ({ folderId }) => paths.get(folderId) ?? '/';
}
