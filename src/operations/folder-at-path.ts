import type { Actor } from '../domain/api-key.js';
import type { FolderPaths, FolderPosition } from '../consistency/folder-paths.js';
import { Deadline } from '../platform/deadline.js';
import { QuireError } from '../domain/errors.js';
import type { Folder, FolderRecord } from '../domain/folder.js';
import { derivedId, ID_LENGTH, rootFolderId } from '../domain/ids.js';
import { bytesOfFolder } from '../log/folder-log.js';
import type { EpochReading } from '../ports/counters.js';
import type { FolderPlace } from '../ports/document-index.js';
import { createFolder, type CreateFolderPorts } from './create-folder.js';
import type { ListFoldersPorts } from './list-folders.js';

export type FolderAtPathPorts = CreateFolderPorts & ListFoldersPorts & { folderPaths: FolderPaths };

const PAGE = 100;
/** Folders of one name in one parent that are looked at. */
const MOST_OF_A_NAME = 1_000;
/** Before all identifiers. */
const LEAST_ID = '0'.repeat(ID_LENGTH);

type FolderPathAsked = {
  names: readonly string[];
  reading: EpochReading | undefined;
  /** Runs once, before the first missing folder is made. Its errors refuse all of it. */
  beforeMaking(): Promise<void>;
};

/**
 * The identifier of the folder at the path: of each name the folder that was made first. Missing folders are made,
 * with derived identifiers, so that two requests at once make the same ones. Raises `INSUFFICIENT_ROLE` then.
 *
 * Each folder that is made counts as one more request, and with the bytes of its record. The request that was admitted
 * goes on to the end of its path, whatever room the windows have: else a plan of 20 requests a minute could never make
 * a path of 21 folders. Later requests wait for the windows that it has filled. So an owner makes at most as many
 * folders a day as the plan has requests, and those of the paths under way when they are used up.
 */
export async function folderAtPath(
  ports: FolderAtPathPorts,
  actor: Actor,
  { names, reading, beforeMaking }: FolderPathAsked,
): Promise<string> {
  const deadline = new Deadline(ports.writeDeadlineMs);
  let parentId: string | null = null;
  let isMaking = false;
  for (const name of names) {
    const position: FolderPosition = { owner: actor.owner, parentId, name };
    const found = ports.folderPaths.get(position) ?? (await findFirst(ports, position, reading));
    if (found) ports.folderPaths.keep(position, found);
    if (!found && !isMaking) {
      checkMayMake(actor);
      await beforeMaking();
      isMaking = true;
    }
    parentId = (found ?? (await makeFolder(ports, actor, { ...position, deadline }))).id;
  }
  return parentId ?? rootFolderId(actor.owner);
}

async function findFirst(
  ports: FolderAtPathPorts,
  { owner, parentId, name }: FolderPosition,
  reading: EpochReading | undefined,
): Promise<Folder | undefined> {
  await ports.freshness.ensure(owner, reading?.epoch);
  let first: Folder | undefined;
  let after: FolderPlace = { name, id: LEAST_ID };
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
  { owner, parentId, name, deadline }: FolderPosition & { deadline: Deadline },
): Promise<Folder> {
  const id = derivedId('folder at', owner, JSON.stringify([parentId, name]));
  const made = { id, name, parentId: parentId ?? undefined, faultsAt: '/folder_path', deadline };
  const written = (folder: FolderRecord) => ({ requests: 1, bytes: bytesOfFolder(folder) });
  return createFolder(ports, actor, { ...made, idempotencyKey: undefined, written });
}
