import type { Actor } from '../domain/api-key.js';
import type { FolderPaths, FolderPosition } from '../consistency/folder-paths.js';
import { Deadline } from '../platform/deadline.js';
import { QuireError } from '../domain/errors.js';
import type { Folder } from '../domain/folder.js';
import { derivedId, ID_LENGTH, rootFolderId } from '../domain/ids.js';
import type { EpochReading } from '../ports/counters.js';
import type { FolderPlace } from '../ports/document-index.js';
import { createFolder, type CreateFolderPorts } from './create-folder.js';
import type { ListFoldersPorts } from './list-folders.js';

export type FolderAtPathPorts = CreateFolderPorts & ListFoldersPorts & { folderPaths: FolderPaths };

const PAGE = 100;
/** Folders of one name in one parent that are looked at. */
const MOST_OF_A_NAME = 1_000;
/** Lists that are read to find a path among folders of one name. Beyond them the path counts as missing. */
const MOST_LISTS = 200;
/** Before all identifiers. */
const LEAST_ID = '0'.repeat(ID_LENGTH);

type FolderPathAsked = {
  names: readonly string[];
  reading: EpochReading | undefined;
  /** Runs once, before the first missing folder is made. Its errors refuse all of it. */
  beforeMaking(): Promise<void>;
};

/**
 * The identifier of the folder at the path. Of each name the folder that was made first is taken, unless the path goes
 * on in another one alone. Missing folders are made, with derived identifiers, so that two requests at once make the
 * same ones. Raises `INSUFFICIENT_ROLE` then.
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
      const other = await findAmongTwins(ports, { owner: actor.owner, names });
      if (other) return other.id;
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
  position: FolderPosition,
  reading: EpochReading | undefined,
): Promise<Folder | undefined> {
  await ports.freshness.ensure(position.owner, reading?.epoch);
  let first: Folder | undefined;
  for await (const folder of namesakes(ports, position)) if (!first || isEarlier(folder, first)) first = folder;
  return first;
}

/** The folder of the whole path that was made first, whichever folders of one name are above it. */
async function findAmongTwins(
  ports: FolderAtPathPorts,
  { owner, names }: { owner: string; names: readonly string[] },
): Promise<Folder | undefined> {
  let lists = 0;
  let found: Folder[] = [];
  for (const [depth, name] of names.entries()) {
    const parents = depth === 0 ? [null] : found.map(({ id }) => id);
    found = [];
    for (const parentId of parents) {
      if (++lists > MOST_LISTS) return undefined;
      for await (const folder of namesakes(ports, { owner, parentId, name })) found.push(folder);
    }
  }
  return found.sort((one, other) => (isEarlier(one, other) ? -1 : 1))[0];
}

async function* namesakes(ports: FolderAtPathPorts, { owner, parentId, name }: FolderPosition): AsyncGenerator<Folder> {
  let after: FolderPlace = { name, id: LEAST_ID };
  for (let seen = 0; seen < MOST_OF_A_NAME; seen += PAGE) {
    const page = await ports.index.listFolders({ owner, parentId, after, limit: PAGE, offset: 0 });
    const same = page.filter((folder) => folder.name === name);
    yield* same;
    if (same.length < PAGE) return;
    after = same.at(-1) as Folder;
  }
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
  return createFolder(ports, actor, { ...made, idempotencyKey: undefined, bodyBytes: 0 });
}
