import type { Folder, FolderRecord } from '../../domain/folder.js';
import type { FolderLog } from '../../log/folder-log.js';
import { unreadableAs } from '../../log/json-objects.js';

/** A folder as the index stores it. `unreadable`: torn, of another format, or not the folder of its key. */
export async function readFolder(folders: FolderLog, id: string): Promise<Folder | 'unreadable' | undefined> {
  const record = await folders.read(id).catch(unreadableAs('unreadable'));
  return record && record !== 'unreadable' ? folderOf(record) : record;
}

function folderOf({ id, owner, name, parentId, path, depth, createdAt }: FolderRecord): Folder {
  return { id, owner, name, parentId, path, depth, createdAt };
}
