import { Deadline } from '../../platform/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import { UnavailableError, UnusableIndexError, validationError } from '../../domain/errors.js';
import type { Folder, FolderRecord } from '../../domain/folder.js';
import { checkSameRequest, idempotencyMark } from '../../domain/idempotency.js';
import { derivedId, newId, newWriteId } from '../../domain/ids.js';
import { FOLDER_PATH_BYTES, type Limits } from '../../domain/limits.js';
import { findFolder, type FolderReads } from './find-folder.js';
import { announceWrite, type AnnouncePorts } from '../write/announce-write.js';
import type { FolderLog } from '../../log/folder-log.js';
import type { Written } from '../../ports/counters.js';
import type { DocumentIndex } from '../../ports/document-index.js';

export type CreateFolderPorts = FolderReads &
  AnnouncePorts & {
    index: Pick<DocumentIndex, 'createFolder'>;
    folders: FolderLog;
    limits: Limits;
    writeDeadlineMs: number;
    now(): Date;
  };

type CreateFolder = {
  /** Undefined: derived from the Idempotency-Key, or random. */
  id?: string;
  name: string;
  parentId: string | undefined;
  /** The member of the body that a place too deep is a fault of. */
  faultsAt?: string;
  idempotencyKey: string | undefined;
  /** What it counts, once it is made. */
  written(folder: FolderRecord): Written;
  /** Of a request that makes several. */
  deadline?: Deadline;
};

export async function createFolder(ports: CreateFolderPorts, actor: Actor, input: CreateFolder): Promise<Folder> {
  const { deadline = new Deadline(ports.writeDeadlineMs) } = input;
  deadline.check('creating a folder');
  const record = await newRecord(ports, actor, input);
  const folder = await claimFolder(ports, record, deadline);
  await bringIn(ports, folder, deadline);
  // Last, so that every list that starts after the answer has the folder.
  const written = folder === record ? input.written(record) : {};
  await announceWrite(ports, actor.owner, { change: 'folder', ...written });
  return folder;
}

/** Retries until the deadline. After a lost answer the index is asked whether it has the folder. */
async function bringIn(ports: CreateFolderPorts, folder: Folder, deadline: Deadline): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryToBringIn(ports, folder);
    if (outcome === 'created' || outcome === 'exists') return;
    if (outcome === 'unsure' && (await ports.index.readFolder(folder.id))) return;
    await deadline.pause(attempt, 'bringing a folder into the index');
  }
}

async function tryToBringIn(
  ports: CreateFolderPorts,
  folder: Folder,
): Promise<'created' | 'exists' | 'refused' | 'unsure'> {
  try {
    return await ports.index.createFolder(folder);
  } catch (error) {
    if (error instanceof UnavailableError && !(error instanceof UnusableIndexError)) return 'unsure';
    throw error;
  }
}

async function newRecord(ports: CreateFolderPorts, actor: Actor, input: CreateFolder): Promise<FolderRecord> {
  const { owner } = actor;
  const { name, idempotencyKey: key, faultsAt = '/parent_id' } = input;
  const parent = input.parentId === undefined ? null : await findFolder(ports, owner, input.parentId);
  const depth = parent ? parent.depth + 1 : 0;
  const path = `${parent?.path ?? ''}/${name}`;
  const fault = faultOfPlace({ depth, path }, ports.limits.folderDepth);
  if (fault !== undefined) throw validationError([{ path: faultsAt, message: fault }]);
  return {
    id: input.id ?? (key === undefined ? newId(owner) : derivedId('folder', owner, key)),
    owner,
    name,
    depth,
    path,
    parentId: parent?.id ?? null,
    createdAt: ports.now().toISOString(),
    writeId: newWriteId(),
    idempotency: key === undefined ? null : idempotencyMark(owner, key, { folder: name, parent: parent?.id ?? null }),
  };
}

function faultOfPlace({ depth, path }: Pick<Folder, 'depth' | 'path'>, mostDepth: number): string | undefined {
  if (depth > mostDepth) return `must not be deeper than ${mostDepth}`;
  const isLong = Buffer.byteLength(path) > FOLDER_PATH_BYTES;
  return isLong ? `must not give a path of more than ${FOLDER_PATH_BYTES} bytes of UTF-8` : undefined;
}

async function claimFolder(ports: CreateFolderPorts, record: FolderRecord, deadline: Deadline): Promise<FolderRecord> {
  for (let attempt = 0; ; attempt++) {
    try {
      if ((await ports.folders.claim(record)) === 'claimed') return record;
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt > 0) throw error;
    }
    const found = await ports.folders.read(record.id);
    if (found?.writeId === record.writeId) return record;
    if (found) {
      if (record.idempotency) checkSameRequest(record.idempotency, { mark: found.idempotency, documentId: undefined });
      return found;
    }
    await deadline.pause(attempt, 'creating a folder');
  }
}
