import type { Folder, FolderRecord } from '../../domain/folder.js';
import type { FolderLog } from '../../log/folder-log.js';
import { UnreadableObjectError } from '../../log/json-objects.js';

/** A folder as the index stores it. `unreadable`: torn, of another format, or not the folder of its key. */
export async function readFolder(folders: FolderLog, id: string): Promise<Folder | 'unreadable' | undefined> {
  try {
    const record = await folders.read(id);
    return record && folderOf(record);
  } catch (error) {
    if (!(error instanceof UnreadableObjectError)) throw error;
    return 'unreadable';
  }
}

function folderOf({ id, owner, name, parentId, path, depth, createdAt }: FolderRecord): Folder {
  return { id, owner, name, parentId, path, depth, createdAt };
}
