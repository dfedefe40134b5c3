import { Deadline } from '../../platform/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { CurrentFolder } from '../../domain/folder.js';
import type { FolderChange, FolderEntry } from '../../domain/folders/changes.js';
import type { FolderTree } from '../../domain/folders/folder-tree.js';
import { checkSameRequest, idempotencyMark, keyReused } from '../../domain/idempotency.js';
import { derivedId, newId } from '../../domain/ids.js';
import type { Limits } from '../../domain/limits.js';
import type { IdempotencyMark } from '../../domain/version.js';
import type { FolderLog } from '../../log/folder-log.js';
import type { Written } from '../../ports/counters.js';
import { announceWrite, type AnnouncePorts } from '../write/announce-write.js';
import { checkNewPlaces } from './check-place.js';
import { expectNode, findFolder, type FolderReads } from './find-folder.js';

export type ChangeFolderPorts = FolderReads & AnnouncePorts & { limits: Limits; writeDeadlineMs: number };
export type CreateFolderPorts = ChangeFolderPorts & { folders: FolderLog };

type CreateFolder = {
  name: string;
  parentId: string | undefined;
  idempotencyKey: string | undefined;
  /** Refuses a second folder of the name in the parent. */
  onlyIfNone: boolean;
  /** What it counts, once it is made. */
  written(entry: FolderEntry): Written;
};

/** Raises `FOLDER_NOT_FOUND`, `IDEMPOTENCY_KEY_REUSED`, `LIMIT_REACHED`, `PRECONDITION_FAILED`. */
export async function createFolder(
  ports: CreateFolderPorts,
  actor: Actor,
  input: CreateFolder,
): Promise<CurrentFolder> {
  const { owner } = actor;
  const { name, idempotencyKey: key, onlyIfNone } = input;
  const deadline = new Deadline(ports.writeDeadlineMs);
  const parent = input.parentId === undefined ? null : await findFolder(ports, owner, input.parentId);
  const parentId = parent?.id ?? null;
  const mark = key === undefined ? undefined : idempotencyMark(owner, key, { folder: name, parent: parentId });
  const id = key === undefined ? newId(owner) : derivedId('folder', owner, key);
  // An older release has kept the mark in an object of its own.
  const isKnown = mark !== undefined && (await ports.trees.current(owner)).knows(id);
  const older = isKnown ? (await ports.folders.read(id))?.idempotency : undefined;
  const decide = (tree: FolderTree): FolderChange[] => {
    if (tree.knows(id)) {
      expectRepeat(tree, id, { mark, older });
      return [];
    }
    if (parentId !== null) expectNode(tree, parentId);
    if (onlyIfNone) expectUnnamed(tree, { parentId, name });
    checkNewPlaces(tree, { parentId, names: [name] }, { limits: ports.limits, faultsAt: '/parent_id' });
    return [{ kind: 'create', id, name, parentId, ...(mark && { mark }) }];
  };
  const { tree, entry } = await ports.trees.change(owner, decide, deadline);
  // Later changes may be in the tree soon.
  const made = tree.describe(expectNode(tree, id));
  // Last, so that every list that starts after the answer has the folder.
  await announceWrite(ports, owner, { change: 'folder', ...(entry && input.written(entry)) });
  return made;
}

type Marks = { mark: IdempotencyMark | undefined; older: IdempotencyMark | null | undefined };

/** Raises `IDEMPOTENCY_KEY_REUSED`, also where the folder is gone. */
function expectRepeat(tree: FolderTree, id: string, { mark, older }: Marks): void {
  const node = tree.node(id);
  if (!node || !mark) throw keyReused(undefined);
  checkSameRequest(mark, {
    mark: older ?? node.marks.find(({ revision }) => revision === 1) ?? null,
    documentId: undefined,
  });
}

/** Raises `PRECONDITION_FAILED` if another folder in the parent has the name. */
export function expectUnnamed(
  tree: FolderTree,
  { parentId, name, id }: { parentId: string | null; name: string; id?: string },
): void {
  const other = tree.childrenOf(parentId).find((node) => node.name === name && node.id !== id);
  const publicMessage = 'There is a folder of this name already.';
  if (other) throw new QuireError('PRECONDITION_FAILED', { folder_id: other.id }, { publicMessage });
}
