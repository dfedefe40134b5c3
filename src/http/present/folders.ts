import type { Folder } from '../../domain/folder.js';

export function presentFolder(folder: Folder) {
  return {
    id: folder.id,
    name: folder.name,
    parent_id: folder.parentId,
    path: folder.path,
    depth: folder.depth,
    created_at: folder.createdAt,
  };
}
