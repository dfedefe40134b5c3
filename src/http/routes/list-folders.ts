import { Type } from '@sinclair/typebox';
import { listFolders } from '../../operations/list-folders.js';
import { hashSlices } from '../answers/entity-tags.js';
import { listText, slicesOf } from '../answers/list-text.js';
import { folderText } from '../present/folders.js';
import { defineRoute, type RouteServices } from '../route.js';
import { FolderListAnswer } from '../schemas/answers.js';
import { ListPaging, text } from '../schemas/common.js';
import { EXAMPLES } from '../schemas/examples.js';

const ListFoldersQuery = Type.Object({
  parent_id: Type.Optional(text('The folder whose folders are listed. Absent or empty: the root.')),
  ...ListPaging,
});

const SHAPE = { start: '{"folders":[', textOf: folderText, end: ']}' };

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
    handle: async ({ actor, reading, query, bookBytes }) => {
      const { limit, offset = 0 } = query;
      const parentId = query.parent_id || undefined;
      const list = await listFolders(context, actor, { parentId, limit, offset, reading });
      const text = await listText(list.pages(), SHAPE, bookBytes);
      if (typeof text === 'string') return { status: 200, text, etag: 'hash' };
      return { status: 200, etag: await hashSlices(text), slices: slicesOf(list.pagesAgain(), SHAPE) };
    },
  });
}
