import { Deadline } from '../platform/deadline.js';
import type { Actor } from '../domain/api-key.js';
import { UnavailableError, validationError, type QuireError } from '../domain/errors.js';
import type { Folder, FolderRecord } from '../domain/folder.js';
import { checkSameRequest, idempotencyMark } from '../domain/idempotency.js';
import { derivedId, newId, newWriteId } from '../domain/ids.js';
import { FOLDER_PATH_BYTES } from '../domain/limits.js';
import type { Context } from './context.js';
import { findFolder } from './find-folder.js';
import { announceWrite } from './write/announce-write.js';

export type CreateFolder = {
  name: string;
  parentId: string | undefined;
  idempotencyKey: string | undefined;
  bodyBytes: number;
};

export async function createFolder(context: Context, actor: Actor, input: CreateFolder): Promise<Folder> {
  const deadline = new Deadline(context.writeDeadlineMs);
  const record = await newRecord(context, actor, input);
  const folder = await claimFolder(context, record, deadline);
  await bringIn(context, folder, deadline);
  // Last, so that every list that starts after the answer has the folder.
  await announceWrite(context, actor.owner, 'folder', { bytes: folder === record ? input.bodyBytes : 0 });
  return folder;
}

/** Retries until the deadline. After a lost answer the index is asked whether it has the folder. */
async function bringIn(context: Context, folder: Folder, deadline: Deadline): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryToBringIn(context, folder);
    if (outcome === 'created' || outcome === 'exists') return;
    if (outcome === 'unsure' && (await context.index.readFolder(folder.id))) return;
    await deadline.pause(attempt, 'bringing a folder into the index');
  }
}

async function tryToBringIn(context: Context, folder: Folder): Promise<'created' | 'exists' | 'refused' | 'unsure'> {
  try {
    return await context.index.createFolder(folder);
  } catch (error) {
    if (error instanceof UnavailableError) return 'unsure';
    throw error;
  }
}

async function newRecord(context: Context, actor: Actor, input: CreateFolder): Promise<FolderRecord> {
  const { owner } = actor;
  const { name, idempotencyKey: key } = input;
  const parent = input.parentId === undefined ? null : await findFolder(context, owner, input.parentId);
  const depth = parent ? parent.depth + 1 : 0;
  const path = `${parent?.path ?? ''}/${name}`;
  checkPlace({ depth, path }, context.limits.folderDepth);
  return {
    id: key === undefined ? newId(owner) : derivedId('folder', owner, key),
    owner,
    name,
    depth,
    path,
    parentId: parent?.id ?? null,
    createdAt: context.now().toISOString(),
    writeId: newWriteId(),
    idempotency: key === undefined ? null : idempotencyMark(owner, key, { folder: name, parent: parent?.id ?? null }),
  };
}

function checkPlace({ depth, path }: Pick<Folder, 'depth' | 'path'>, mostDepth: number): void {
  if (depth > mostDepth) throw faultOfParent(`must not be deeper than ${mostDepth}`);
  if (Buffer.byteLength(path) <= FOLDER_PATH_BYTES) return;
  throw faultOfParent(`must not give a path of more than ${FOLDER_PATH_BYTES} bytes of UTF-8`);
}

function faultOfParent(message: string): QuireError {
  return validationError([{ path: '/parent_id', message }]);
}

async function claimFolder(context: Context, record: FolderRecord, deadline: Deadline): Promise<FolderRecord> {
  for (let attempt = 0; ; attempt++) {
    try {
      if ((await context.folders.claim(record)) === 'claimed') return record;
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt > 0) throw error;
    }
    const found = await context.folders.read(record.id);
    if (found?.writeId === record.writeId) return record;
    if (found && record.idempotency) {
      checkSameRequest(record.idempotency, found.idempotency);
      return found;
    }
    await deadline.pause(attempt, 'creating a folder');
  }
}
