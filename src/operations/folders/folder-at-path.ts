import type { Actor } from '../../domain/api-key.js';
import type { FolderTree } from '../../domain/folders/folder-tree.js';
import type { FolderChange } from '../../domain/folders/changes.js';
import type { Deadline } from '../../platform/deadline.js';
import { notFound, QuireError, UnavailableError } from '../../domain/errors.js';
import { quoted } from '../../domain/fault-text.js';
import { derivedId, rootFolderId } from '../../domain/ids.js';
import { bytesOfEntry } from '../../log/folder-tree-log.js';
import { announceWrite } from '../write/announce-write.js';
import { checkNewPlaces } from './check-place.js';
import type { ChangeFolderPorts } from './create-folder.js';
import { expectNode, type FolderReads } from './find-folder.js';

/** The names of a path from the root down: `/` has none. */
export type FolderPath = { names: readonly string[] };

/**
 * `make` makes the folders that are missing. A write calls it when nothing refuses it any more, directly before it
 * claims its place, so a refused write makes none. Only another write that is faster can refuse it after that: in this
 * race the folders stay. It may be called again, also after a failure.
 */
export type PlannedFolder = { id: string; make(): Promise<void> };

export type ChosenFolder = { id: string } | FolderPath;

/** The identifier of the folder that a read is about; undefined: of none. Raises `FOLDER_NOT_FOUND` for a path. */
export async function chosenFolderId(
  { trees }: FolderReads,
  { owner }: Actor,
  folder: ChosenFolder | undefined,
): Promise<string | undefined> {
  if (!folder || !('names' in folder)) return folder?.id;
  const { lowest, missing } = (await trees.current(owner)).walk(folder.names);
  if (missing.length > 0) throw notFound('FOLDER_NOT_FOUND', `folder at ${quoted(`/${folder.names.join('/')}`)}`);
  return lowest ?? rootFolderId(owner);
}

/**
 * The folder at the path, for a write. Missing folders have derived identifiers: so they are known before they are
 * made, and two requests at once make the same ones. Raises `INSUFFICIENT_ROLE` where folders are missing.
 *
 * Each folder that is made counts as one more request, and with the bytes of its record. The request that was admitted
 * goes on to the end of its path, whatever room the windows have: else a plan of 20 requests a minute could never make
 * a path of 21 folders. Later requests wait for the windows that it has filled. So an owner makes at most as many
 * folders a day as the plan has requests, and those of the paths under way when they are used up.
 */
export async function planFolder(
  ports: ChangeFolderPorts,
  actor: Actor,
  path: FolderPath & { deadline: Deadline },
): Promise<PlannedFolder> {
  const { owner } = actor;
  const tree = await ports.trees.current(owner);
  const { lowest, missing } = tree.walk(path.names);
  if (missing.length > 0 && !actor.roles.has('folders:write')) {
    throw new QuireError('INSUFFICIENT_ROLE', { required: 'folders:write' });
  }
  const planned = plannedBelow(tree, lowest, missing);
  return {
    id: planned.at(-1)?.id ?? lowest ?? rootFolderId(owner),
    make: async () => {
      if (planned.length > 0) await makeFolders(ports, actor, { planned, deadline: path.deadline });
      planned.length = 0;
    },
  };
}

type Missing = { id: string; name: string; parentId: string | null };

function plannedBelow(tree: FolderTree, lowest: string | null, names: readonly string[]): Missing[] {
  let parentId = lowest;
  return names.map((name) => {
    const id = freeId(tree, { parentId, name });
    const missing = { id, name, parentId };
    parentId = id;
    return missing;
  });
}

/**
 * The same in every process: the first that no folder had which was deleted or moved away. They are taken in order, so
 * it is found in steps that double, and then halve.
 */
function freeId(tree: FolderTree, { parentId, name }: Omit<Missing, 'id'>): string {
  const idOf = (former: number): string => {
    const position = former === 0 ? [parentId, name] : [parentId, name, former];
    return derivedId('folder at', tree.owner, JSON.stringify(position));
  };
  let [free, step] = [0, 1];
  for (; tree.knows(idOf(free + step - 1)); step *= 2) free += step;
  for (step /= 2; step >= 1; step /= 2) if (tree.knows(idOf(free + step - 1))) free += step;
  return idOf(free);
}

type MakeFolders = { planned: readonly Missing[]; deadline: Deadline };

async function makeFolders(ports: ChangeFolderPorts, { owner }: Actor, { planned, deadline }: MakeFolders) {
  const [first] = planned as readonly [Missing];
  const decide = (tree: FolderTree): FolderChange[] => {
    const missing = planned.filter(({ id }) => !tree.knows(id));
    for (const { id } of planned) if (tree.knows(id)) expectNode(tree, id);
    if (first.parentId !== null) expectNode(tree, first.parentId);
    const [upper] = missing;
    if (!upper) return [];
    const { parentId } = upper;
    if (tree.named(parentId, upper.name)) throw new UnavailableError('a folder of this path was made meanwhile');
    const names = missing.map(({ name }) => name);
    checkNewPlaces(tree, { parentId, names }, { limits: ports.limits, faultsAt: '/folder_path' });
    return missing.map((folder) => ({ kind: 'create', ...folder }));
  };
  const { entry } = await ports.trees.change(owner, decide, deadline);
  const written = entry && { requests: entry.changes.length, bytes: bytesOfEntry(owner, entry) };
  await announceWrite(ports, owner, { change: 'folder', ...written });
}
