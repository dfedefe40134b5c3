import { Type } from '@sinclair/typebox';
import { FOLDER_PATH_BYTES } from '../../domain/limits.js';
import { createFolder } from '../../operations/create-folder.js';
import { folderText } from '../present/folders.js';
import { defineRoute, type RouteServices } from '../route.js';
import { FolderAnswer } from '../schemas/answers.js';
import { FOLDER_NAME } from '../schemas/contents.js';
import { named, optionalString } from '../schemas/common.js';

const CreateFolderBody = named(
  'CreateFolder',
  Type.Object({
    name: Type.String({ ...FOLDER_NAME, description: 'no /, no control characters, not . or ..' }),
    parent_id: optionalString({
      description: `the root folder by default; the path below it is at most ${FOLDER_PATH_BYTES} bytes of UTF-8`,
    }),
  }),
);

export function createFolderRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'createFolder',
    summary: 'Create a folder',
    method: 'post',
    path: '/v1/folders',
    role: 'folders:write',
    body: CreateFolderBody,
    requestHeaders: ['Idempotency-Key'],
    success: { status: 201, description: 'The folder was made.', schema: FolderAnswer },
    errors: ['FOLDER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
    handle: async ({ actor, body, bodyBytes, idempotencyKey }) => {
      const parentId = body.parent_id ?? undefined;
      const folder = await createFolder(context, actor, { name: body.name, parentId, idempotencyKey, bodyBytes });
      return { status: 201, text: folderText(folder) };
    },
  });
}
