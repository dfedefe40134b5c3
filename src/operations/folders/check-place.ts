import { QuireError, validationError } from '../../domain/errors.js';
import type { FolderNode } from '../../domain/folders/changes.js';
import type { FolderTree } from '../../domain/folders/folder-tree.js';
import { FOLDER_PATH_BYTES, FOLDERS, FOLDERS_BELOW_A_MOVE, FOLDERS_BYTES, type Limits } from '../../domain/limits.js';

type Place = { depth: number; bytes: number };

/** `faultsAt`: the member of the body that a place too deep or too long is a fault of. */
type Allowed = { limits: Pick<Limits, 'folderDepth'>; faultsAt: string };

/** Raises a validation error, and `LIMIT_REACHED`. */
export function checkNewPlaces(
  tree: FolderTree,
  { parentId, names }: { parentId: string | null; names: readonly string[] },
  allowed: Allowed,
): void {
  if (tree.living + names.length > FOLDERS) throw new QuireError('LIMIT_REACHED', { limit: FOLDERS });
  checkRoom(tree);
  const above = placeOf(tree, parentId);
  checkPlace({ depth: above.depth + names.length, bytes: above.bytes + bytesOf(names) }, allowed);
}

/** Raises `LIMIT_REACHED`. */
export function checkRoom({ bytes }: FolderTree): void {
  if (bytes > FOLDERS_BYTES) throw new QuireError('LIMIT_REACHED', { limit: FOLDERS_BYTES });
}

/**
 * Looks at all folders below only where they get deeper, or their paths longer. Raises a validation error, and
 * `LIMIT_REACHED` for more than 10,000 of these.
 */
export function checkMove(
  tree: FolderTree,
  { node, parentId, name }: { node: FolderNode; parentId: string | null; name: string },
  allowed: Allowed,
): void {
  const [above, before] = [placeOf(tree, parentId), placeOf(tree, node.id)];
  const after = { depth: above.depth + 1, bytes: above.bytes + bytesOf([name]) };
  const more = { depth: after.depth - before.depth, bytes: after.bytes - before.bytes };
  if (more.depth <= 0 && more.bytes <= 0) return;
  checkPlace(after, allowed);
  checkRoom(tree);
  const below = tree.below(node.id, FOLDERS_BELOW_A_MOVE);
  if (!below) throw new QuireError('LIMIT_REACHED', { limit: FOLDERS_BELOW_A_MOVE });
  const places = new Map([[node.id, after]]);
  for (const each of below) {
    const up = places.get(each.parentId as string) as Place;
    const place = { depth: up.depth + 1, bytes: up.bytes + bytesOf([each.name]) };
    checkPlace(place, allowed);
    places.set(each.id, place);
  }
}

/** `depth`: of folders on the path. `bytes`: of the path. */
function placeOf(tree: FolderTree, id: string | null): Place {
  const folder = id === null ? undefined : tree.folder(id);
  return folder ? { depth: folder.depth + 1, bytes: Buffer.byteLength(folder.path) } : { depth: 0, bytes: 0 };
}

/** With the slash before each. */
function bytesOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + 1 + Buffer.byteLength(name), 0);
}

function checkPlace({ depth, bytes }: Place, { limits: { folderDepth }, faultsAt }: Allowed): void {
  if (depth - 1 > folderDepth) {
    throw validationError([{ path: faultsAt, message: `must not be deeper than ${folderDepth}` }]);
  }
  if (bytes <= FOLDER_PATH_BYTES) return;
  const message = `must not give a path of more than ${FOLDER_PATH_BYTES} bytes of UTF-8`;
  throw validationError([{ path: faultsAt, message }]);
}
