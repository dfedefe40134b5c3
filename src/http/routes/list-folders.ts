import { Type } from '@sinclair/typebox';
import { chosenFolderId } from '../../operations/folders/folder-at-path.js';
import { listFolders } from '../../operations/folders/list-folders.js';
import { hashSlices } from '../answers/entity-tags.js';
import { listText, slicesOf } from '../answers/list-text.js';
import { folderText } from '../present/folders.js';
import { nameFolder } from '../request-names.js';
import { defineRoute, type RouteServices } from '../route.js';
import { FolderListAnswer } from '../schemas/answers.js';
import { ListPaging, text } from '../schemas/common.js';
import { EXAMPLES } from '../schemas/examples.js';
import { chosenFolder, folderPathQuery } from './shared/folder-path.js';

const ListFoldersQuery = Type.Object({
  parent_id: Type.Optional(text('The folder whose folders are listed. Absent or empty: the root.')),
  folder_path: folderPathQuery('parent_id', '/'),
  ...ListPaging,
});

const SHAPE = { start: '{"folders":[', textOf: folderText, end: ']}' };

/**
 * The worst legal request writes all folders of its owner that are in one, 250 at a time, twice.
 */
export function listFoldersRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'listFolders',
    summary: 'List the folders directly under a parent',
    description: 'Without a parent, the folders at the root are listed.',
    tag: 'folders',
    method: 'get',
    path: '/v1/folders',
    role: 'folders:read',
    query: ListFoldersQuery,
    success: { status: 200, description: 'By name, then identifier, in UTF-8 bytes.', schema: FolderListAnswer },
    example: EXAMPLES.listFolders,
    errors: ['FOLDER_NOT_FOUND'],
    handle: async ({ actor, query, names, bookBytes }) => {
      const { limit, offset = 0 } = query;
      const chosen = { id: query.parent_id || undefined, path: query.folder_path || undefined };
      const parentId = await chosenFolderId(context, actor, chosenFolder(chosen));
      nameFolder(names, { folder_id: parentId });
      const list = await listFolders(context, actor, { parentId, limit, offset });
      const text = await listText(list.pages(), SHAPE, bookBytes);
      if (typeof text === 'string') return { status: 200, text, etag: 'hash' };
      return { status: 200, etag: await hashSlices(text), slices: slicesOf(list.pagesAgain(), SHAPE) };
    },
  });
}
