import { Deadline } from '../../platform/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { CurrentFolder } from '../../domain/folder.js';
import type { FolderChange, FolderEntry, FolderNode } from '../../domain/folders/changes.js';
import type { FolderTree } from '../../domain/folders/folder-tree.js';
import { checkSameRequest, idempotencyMark } from '../../domain/idempotency.js';
import type { Precondition } from '../../domain/precondition.js';
import type { Written } from '../../ports/counters.js';
import { announceWrite } from '../write/announce-write.js';
import { checkMove, checkRoom } from './check-place.js';
import { expectUnnamed, type ChangeFolderPorts } from './create-folder.js';
import { expectFolder, expectNode, findFolder } from './find-folder.js';

type PatchFolder = {
  folderId: string;
  /** Undefined: as it is. */
  name: string | undefined;
  /** Null: the root. Undefined: as it is. */
  parentId: string | null | undefined;
  precondition: Precondition | undefined;
  idempotencyKey: string | undefined;
  /** Refuses a second folder of the name in the parent. */
  onlyIfNone: boolean;
  written(entry: FolderEntry): Written;
};

/**
 * Renames a folder, or moves it with all that is below it, in one step. Raises `FOLDER_NOT_FOUND`, `FOLDER_CYCLE`,
 * `IDEMPOTENCY_KEY_REUSED`, `LIMIT_REACHED`, `PRECONDITION_FAILED`.
 */
export async function patchFolder(
  ports: ChangeFolderPorts,
  { owner }: Actor,
  input: PatchFolder,
): Promise<CurrentFolder> {
  const { folderId, name, parentId: sentParent, precondition, idempotencyKey: key, onlyIfNone } = input;
  await expectFolder(ports, owner, folderId);
  const wanted = sentParent === null || sentParent === undefined ? null : await findFolder(ports, owner, sentParent);
  const request = { name, ...(sentParent !== undefined && { parent: wanted?.id ?? null }) };
  const mark = key === undefined ? undefined : idempotencyMark(folderId, key, request);
  const decide = (tree: FolderTree): FolderChange[] => {
    const node = expectNode(tree, folderId);
    const earlier = mark && node.marks.find((each) => each.key === mark.key);
    if (mark && earlier) {
      checkSameRequest(mark, { mark: earlier, documentId: undefined });
      return [];
    }
    checkRevision(precondition, node);
    const next = { name: name ?? node.name, parentId: sentParent === undefined ? node.parentId : (wanted?.id ?? null) };
    if (next.parentId !== null) expectNode(tree, next.parentId);
    if (tree.isWithin(next.parentId, node.id)) throw new QuireError('FOLDER_CYCLE');
    if (next.name === node.name && next.parentId === node.parentId) return [];
    if (onlyIfNone) expectUnnamed(tree, { ...next, id: node.id });
    if (mark) checkRoom(tree);
    const faultsAt = sentParent === undefined ? '/name' : '/parent_id';
    checkMove(tree, { node, ...next }, { limits: ports.limits, faultsAt });
    return [{ kind: 'move', id: folderId, ...next, ...(mark && { mark }) }];
  };
  const { tree, entry } = await ports.trees.change(owner, decide, new Deadline(ports.writeDeadlineMs));
  // Later changes may be in the tree soon.
  const changed = tree.describe(expectNode(tree, folderId));
  await announceWrite(ports, owner, { change: 'folder', ...(entry && input.written(entry)) });
  return changed;
}

/** Raises `PRECONDITION_FAILED`. */
export function checkRevision(
  precondition: Precondition | undefined,
  { revision }: Pick<FolderNode, 'revision'>,
): void {
  if (precondition === undefined || precondition === 'any' || precondition.includes(String(revision))) return;
  const publicMessage = 'The folder has another revision by now.';
  throw new QuireError('PRECONDITION_FAILED', { revision }, { publicMessage });
}
