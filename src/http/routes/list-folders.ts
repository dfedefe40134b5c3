import { Type } from '@sinclair/typebox';
import { listFolders } from '../../operations/list-folders.js';
import { presentFolder } from '../present/folders.js';
import { defineRoute, type RouteServices } from '../route.js';
import { FolderList } from '../schemas/answers.js';
import { ListPaging, Nothing } from '../schemas/common.js';

const ListFoldersQuery = Type.Object({
  parent_id: Type.Optional(Type.String({ description: 'the root folder by default; empty: absent' })),
  ...ListPaging,
});

export function listFoldersRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'listFolders',
    summary: 'List the folders directly under a parent',
    method: 'get',
    path: '/v1/folders',
    role: 'folders:read',
    params: Nothing,
    query: ListFoldersQuery,
    body: undefined,
    requestHeaders: [],
    success: { status: 200, description: 'By name, then identifier, in UTF-8 bytes.', schema: FolderList },
    errors: ['FOLDER_NOT_FOUND'],
    handle: async ({ actor, reading, query }) => {
      const { limit, offset = 0 } = query;
      const parentId = query.parent_id || undefined;
      const folders = await listFolders(context, actor, { parentId, limit, offset, reading });
      return { status: 200, body: { folders: folders.map(presentFolder) }, etag: 'hash' };
    },
  });
}
