import type { FolderCache } from '../../consistency/folder-cache.js';
import { notFound } from '../../domain/errors.js';
import { quoted } from '../../domain/fault-text.js';
import type { Folder } from '../../domain/folder.js';
import { isId, rootFolderId } from '../../domain/ids.js';
import type { DocumentIndex } from '../../ports/document-index.js';

export type KeptFolders = { folderCache: FolderCache };
export type FolderReads = { index: Pick<DocumentIndex, 'readFolder'> };

/** Null: the root folder, which has no record. Raises `FOLDER_NOT_FOUND`, also for another owner's folder. */
export async function findFolder(ports: FolderReads, owner: string, folderId: string): Promise<Folder | null> {
  return check(owner, folderId, (id) => ports.index.readFolder(id));
}

/** The same from the cache, for callers whose next question to the index reveals whether it is lost. */
export async function findKeptFolder(ports: KeptFolders, owner: string, folderId: string): Promise<Folder | null> {
  return check(owner, folderId, (id) => ports.folderCache.read(id));
}

async function check(
  owner: string,
  folderId: string,
  read: (id: string) => Promise<Folder | undefined>,
): Promise<Folder | null> {
  if (folderId === rootFolderId(owner)) return null;
  const folder = isId(folderId) ? await read(folderId) : undefined;
  if (folder?.owner !== owner) throw notFound('FOLDER_NOT_FOUND', `folder ${quoted(folderId)}`);
  return folder;
}
