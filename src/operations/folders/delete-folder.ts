import { Deadline } from '../../platform/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { FolderChange } from '../../domain/folders/changes.js';
import type { FolderTree } from '../../domain/folders/folder-tree.js';
import type { Precondition } from '../../domain/precondition.js';
import type { DocumentIndex } from '../../ports/document-index.js';
import { announceWrite } from '../write/announce-write.js';
import type { ChangeFolderPorts } from './create-folder.js';
import { expectFolder, expectNode } from './find-folder.js';
import { checkRevision } from './patch-folder.js';
import type { FolderSweeps } from './folder-sweeps.js';

export type DeleteFolderPorts = ChangeFolderPorts & { index: Pick<DocumentIndex, 'list'>; sweeps: FolderSweeps };

type DeleteFolder = { folderId: string; isRecursive: boolean; precondition: Precondition | undefined };

/** Raises `FOLDER_NOT_FOUND`, `FOLDER_NOT_EMPTY`, `PRECONDITION_FAILED`. */
export async function deleteFolder(ports: DeleteFolderPorts, actor: Actor, input: DeleteFolder): Promise<void> {
  checkRevision(input.precondition, await expectFolder(ports, actor.owner, input.folderId));
  const deadline = new Deadline(ports.writeDeadlineMs);
  if (input.isRecursive) await drop(ports, actor, { ...input, deadline });
  else await deleteEmpty(ports, actor, { ...input, deadline });
  await announceWrite(ports, actor.owner, { change: 'folder' });
}

type Deletion = DeleteFolder & { deadline: Deadline };

/** What is below is hidden at once, and removed later. */
async function drop(ports: DeleteFolderPorts, actor: Actor, { folderId, precondition, deadline }: Deletion) {
  const decide = (tree: FolderTree): FolderChange[] => {
    checkRevision(precondition, expectNode(tree, folderId));
    return [{ kind: 'drop', id: folderId }];
  };
  await ports.sweeps.note(actor.owner, folderId);
  await ports.trees.change(actor.owner, decide, deadline);
  ports.sweeps.begin(actor.owner, [folderId]);
}

/** Again where the folder was renamed or moved meanwhile, which keeps it whether it is empty or not. */
async function deleteEmpty(ports: DeleteFolderPorts, actor: Actor, deletion: Deletion): Promise<void> {
  while (!(await attemptDelete(ports, actor, deletion)));
  // A writer that has died may have put a document there.
  ports.sweeps.beginLater(actor.owner, [deletion.folderId]);
}

/**
 * Closes the folder, looks for documents, then deletes it if it is still closed: a write that put a document there
 * meanwhile has kept it (rules closeFirst, searchAfterRaise, keepClosing, sameClose). Returns whether it is deleted.
 */
async function attemptDelete(
  ports: DeleteFolderPorts,
  { owner }: Actor,
  { folderId, precondition, deadline }: Deletion,
): Promise<boolean> {
  const { trees } = ports;
  let [hasFolders, revision] = [false, 0];
  const close = (tree: FolderTree): FolderChange[] => {
    const node = expectNode(tree, folderId);
    checkRevision(precondition, node);
    hasFolders = tree.childrenOf(folderId).length > 0;
    revision = node.revision;
    return hasFolders || node.state === 'closing' ? [] : [{ kind: 'close', id: folderId }];
  };
  const { tree, entry } = await trees.change(owner, close, deadline);
  const closedBy = entry?.number ?? tree.node(folderId)?.closedBy;
  const hasDocuments = await findsDocument(ports, owner, folderId);
  const remove = (now: FolderTree): FolderChange[] => {
    const node = expectNode(now, folderId);
    checkRevision(precondition, node);
    const folders = hasFolders || now.childrenOf(folderId).length > 0;
    const isKept = node.state !== 'closing' || node.closedBy !== closedBy;
    if (!folders && !hasDocuments && !isKept) return [{ kind: 'delete', id: folderId }];
    if (!folders && !hasDocuments && node.revision !== revision) return [];
    throw new QuireError('FOLDER_NOT_EMPTY', { folders, documents: hasDocuments || (!folders && isKept) });
  };
  const removed = await trees.change(owner, remove, deadline);
  return removed.entry !== undefined;
}

async function findsDocument(ports: DeleteFolderPorts, owner: string, folderId: string): Promise<boolean> {
  await ports.freshness.refresh();
  const query = { owner, folderId, order: 'title', after: undefined, limit: 1, bytes: 1, unrefreshed: [] } as const;
  return (await ports.index.list(query)).heads.length > 0;
}
