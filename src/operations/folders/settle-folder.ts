import type { FolderTrees } from '../../consistency/folder-trees.js';
import { UnavailableError } from '../../domain/errors.js';
import type { FolderTree } from '../../domain/folders/folder-tree.js';
import type { Deadline } from '../../platform/deadline.js';

export type SettlePorts = { trees: FolderTrees };

export type SettledWrite = {
  owner: string;
  /** Where the document was put. */
  folderId: string;
  deadline: Deadline;
  /** Puts the document back where it was, or where that is now. */
  undo(tree: FolderTree): Promise<void>;
};

/**
 * After a document was put into a folder: keeps the folder if a delete has closed it (rule keepClosing). If it was
 * deleted as empty meanwhile, the write is undone (rules checkAfter, undoneIsUnsure): others may have read it, so its
 * outcome is unknown. If it went with all below, the document was first, and is removed as all others there.
 */
export async function settleFolder({ trees }: SettlePorts, { owner, folderId, deadline, undo }: SettledWrite) {
  let tree = await trees.current(owner);
  if (tree.node(folderId)?.state === 'closing') {
    const keep = (now: FolderTree) =>
      now.node(folderId)?.state === 'closing' ? ([{ kind: 'keep', id: folderId }] as const) : [];
    ({ tree } = await trees.change(owner, keep, deadline));
  }
  const place = tree.placeOf(folderId);
  if (place === folderId) return;
  if (place === undefined) return trees.sweepAgain(owner, folderId);
  await undo(tree);
  throw new UnavailableError('the folder of a document was deleted while the document was put there');
}
