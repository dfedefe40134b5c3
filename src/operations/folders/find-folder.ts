import type { FolderTrees } from '../../consistency/folder-trees.js';
import { notFound, validationError } from '../../domain/errors.js';
import { quoted } from '../../domain/fault-text.js';
import type { CurrentFolder } from '../../domain/folder.js';
import type { FolderNode } from '../../domain/folders/changes.js';
import type { FolderTree } from '../../domain/folders/folder-tree.js';
import { isId, rootFolderId } from '../../domain/ids.js';

/** So many an index is asked for at once: it takes some milliseconds. */
const FEW_FOLDERS = 500;
/** Results in more folders are not counted. */
const COUNTED_FOLDERS = 10_000;

/** The folder and all that are below it; undefined: they are too many to ask an index for. */
export function fewBelow(tree: FolderTree, topId: string, most = FEW_FOLDERS): ReadonlySet<string> | undefined {
  const below = tree.below(topId, most - 1);
  return below && new Set([topId, ...below.map(({ id }) => id)]);
}

/** As `fewBelow`, to count in. Raises a validation error if they are more than 10,000. */
export function countedBelow(tree: FolderTree, topId: string): ReadonlySet<string> {
  const folderIds = fewBelow(tree, topId, COUNTED_FOLDERS);
  if (folderIds) return folderIds;
  throw validationError([{ path: '/recursive', message: 'must not be with counts below more than 10,000 folders' }]);
}

export type FolderReads = { trees: FolderTrees };

/** Null: the root folder, which has no record. Raises `FOLDER_NOT_FOUND`, also for another owner's folder. */
export async function findFolder(
  { trees }: FolderReads,
  owner: string,
  folderId: string,
): Promise<CurrentFolder | null> {
  if (folderId === rootFolderId(owner)) return null;
  const folder = isId(folderId) ? await trees.find(owner, folderId) : undefined;
  if (!folder) throw folderNotFound(folderId);
  return folder;
}

/** As `findFolder`, and raises a validation error for the root. */
export async function expectFolder(ports: FolderReads, owner: string, folderId: string): Promise<CurrentFolder> {
  const folder = await findFolder(ports, owner, folderId);
  if (folder) return folder;
  throw validationError([{ path: '/folder_id', message: 'must not be the root folder' }]);
}

/** Raises `FOLDER_NOT_FOUND`. */
export function expectNode(tree: FolderTree, id: string): FolderNode {
  const node = tree.node(id);
  if (!node) throw folderNotFound(id);
  return node;
}

function folderNotFound(id: string) {
  return notFound('FOLDER_NOT_FOUND', `folder ${quoted(id)}`);
}
