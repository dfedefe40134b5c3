import type { Actor } from '../../domain/api-key.js';
import type { FolderPaths, FolderPosition } from '../../consistency/folder-paths.js';
import type { Deadline } from '../../platform/deadline.js';
import { notFound, QuireError } from '../../domain/errors.js';
import { quoted } from '../../domain/fault-text.js';
import type { Folder, FolderRecord } from '../../domain/folder.js';
import { derivedId, ID_LENGTH, rootFolderId } from '../../domain/ids.js';
import { bytesOfFolder } from '../../log/folder-log.js';
import type { EpochReading } from '../../ports/counters.js';
import type { FolderListPosition } from '../../ports/document-index.js';
import { createFolder, type CreateFolderPorts } from './create-folder.js';
import type { ListFoldersPorts } from './list-folders.js';

export type FolderPathReads = ListFoldersPorts & { folderPaths: FolderPaths };
export type FolderAtPathPorts = CreateFolderPorts & FolderPathReads;

const PAGE = 100;
/** Folders of one name in one parent that are looked at. */
const MOST_OF_A_NAME = 1_000;
/** Before all identifiers. */
const LEAST_ID = '0'.repeat(ID_LENGTH);

/** The names of a path from the root down: `/` has none. */
export type FolderPath = { names: readonly string[]; reading: EpochReading | undefined };

/**
 * `make` makes the folders that are missing. A write calls it when nothing refuses it any more, directly before it
 * claims its place, so a refused write makes none. Only another write that is faster can refuse it after that: in this
 * race the folders stay. It may be called again, also after a failure.
 */
export type PlannedFolder = { id: string; make(): Promise<void> };

export type ChosenFolder = { id: string } | FolderPath;

/** The identifier of the folder that a read is about; undefined: of none. Raises `FOLDER_NOT_FOUND` for a path. */
export async function chosenFolderId(
  ports: FolderPathReads,
  actor: Actor,
  folder: ChosenFolder | undefined,
): Promise<string | undefined> {
  return folder && 'names' in folder ? findFolderAtPath(ports, actor, folder) : folder?.id;
}

/**
 * The identifier of the folder at the path. Never makes one. Costs at most one refresh, and a list of 100 folders for
 * each name that this process does not know; ten where the owner has 1,000 folders of the name. Raises
 * `FOLDER_NOT_FOUND`.
 */
async function findFolderAtPath(ports: FolderPathReads, { owner }: Actor, path: FolderPath): Promise<string> {
  const { lowest, missing } = await walk(ports, owner, path);
  if (missing.length > 0) throw notFound('FOLDER_NOT_FOUND', `folder at ${quoted(`/${path.names.join('/')}`)}`);
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
  ports: FolderAtPathPorts,
  actor: Actor,
  path: FolderPath & { deadline: Deadline },
): Promise<PlannedFolder> {
  const { owner } = actor;
  const { lowest, missing } = await walk(ports, owner, path);
  if (missing.length > 0) checkMayMake(actor);
  const positions = positionsBelow(lowest, { owner, names: missing });
  return {
    id: positions.at(-1)?.id ?? lowest ?? rootFolderId(owner),
    make: async () => {
      for (let next = positions[0]; next; next = positions[0]) {
        await makeFolder(ports, actor, { ...next, deadline: path.deadline });
        positions.shift();
      }
    },
  };
}

type Walked = {
  /** The last folder that was found; null: the root. */
  lowest: string | null;
  /** The names below it. */
  missing: readonly string[];
};

/** Of each name the folder that was made first. */
async function walk(ports: FolderPathReads, owner: string, { names, reading }: FolderPath): Promise<Walked> {
  let lowest: string | null = null;
  // Without an epoch each call would refresh. One refresh shows all that was written before this request.
  let refreshed: Promise<unknown> | undefined;
  const refresh = () => (refreshed ??= ports.freshness.ensure(owner, reading?.epoch));
  for (const [depth, name] of names.entries()) {
    const position: FolderPosition = { owner, parentId: lowest, name };
    const found = ports.folderPaths.get(position) ?? (await refresh().then(() => findFirst(ports, position)));
    // Nothing is below a folder that is not there.
    if (!found) return { lowest, missing: names.slice(depth) };
    ports.folderPaths.keep(position, found);
    lowest = found.id;
  }
  return { lowest, missing: [] };
}

type MissingFolder = FolderPosition & { id: string };

function positionsBelow(
  lowest: string | null,
  { owner, names }: { owner: string; names: readonly string[] },
): MissingFolder[] {
  let parentId = lowest;
  return names.map((name) => {
    const position = { owner, parentId, name };
    const id = derivedId('folder at', owner, JSON.stringify([parentId, name]));
    parentId = id;
    return { ...position, id };
  });
}

async function findFirst(
  ports: FolderPathReads,
  { owner, parentId, name }: FolderPosition,
): Promise<Folder | undefined> {
  let first: Folder | undefined;
  let after: FolderListPosition = { name, id: LEAST_ID };
  for (let seen = 0; seen < MOST_OF_A_NAME; seen += PAGE) {
    const page = await ports.index.listFolders({ owner, parentId, after, limit: PAGE, offset: 0 });
    const same = page.filter((folder) => folder.name === name);
    for (const folder of same) if (!first || isEarlier(folder, first)) first = folder;
    if (same.length < PAGE) break;
    after = same.at(-1) as Folder;
  }
  return first;
}

function isEarlier(one: Folder, other: Folder): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;
}

function checkMayMake({ roles }: Actor): void {
  if (!roles.has('folders:write')) throw new QuireError('INSUFFICIENT_ROLE', { required: 'folders:write' });
}

function makeFolder(
  ports: FolderAtPathPorts,
  actor: Actor,
  { id, parentId, name, deadline }: MissingFolder & { deadline: Deadline },
): Promise<Folder> {
  const made = { id, name, parentId: parentId ?? undefined, faultsAt: '/folder_path', deadline };
  const written = (folder: FolderRecord) => ({ requests: 1, bytes: bytesOfFolder(folder) });
  return createFolder(ports, actor, { ...made, idempotencyKey: undefined, written });
}
