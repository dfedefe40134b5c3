import type { CurrentFolder } from '../../domain/folder.js';

/** JSON text. Only name and path may need escapes. */
export function folderText(folder: CurrentFolder): string {
  const { id, name, parentId, path, depth, createdAt, updatedAt, revision } = folder;
  return (
    `{"id":"${id}","name":${JSON.stringify(name)},"parent_id":${parentId === null ? 'null' : `"${parentId}"`}` +
    `,"path":${JSON.stringify(path)},"depth":${depth},"created_at":"${createdAt}","updated_at":"${updatedAt}","revision":${revision}}`
  );
}
