import type { Folder } from '../../domain/folder.js';

/** JSON text. Only name and path may need escapes. */
export function folderText({ id, name, parentId, path, depth, createdAt }: Folder): string {
  return (
    `{"id":"${id}","name":${JSON.stringify(name)},"parent_id":${parentId === null ? 'null' : `"${parentId}"`}` +
    `,"path":${JSON.stringify(path)},"depth":${depth},"created_at":"${createdAt}"}`
  );
}
