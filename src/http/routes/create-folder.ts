import { Type } from '@sinclair/typebox';
import { FOLDER_PATH_BYTES, type Limits } from '../../domain/limits.js';
import { createFolder } from '../../operations/folders/create-folder.js';
import { defineRoute, type RouteServices } from '../route.js';
import { FolderAnswer } from '../schemas/answers.js';
import { named, optionalString } from '../schemas/common.js';
import { FolderName } from '../schemas/contents.js';
import { folderReply } from './folders/read-folder.js';
import { EXAMPLES } from '../schemas/examples.js';

function createFolderBody({ folderDepth }: Pick<Limits, 'folderDepth'>) {
  return named(
    'CreateFolder',
    Type.Object(
      {
        name: FolderName,
        parent_id: optionalString({
          description:
            `The folder to make it in. Absent or null: the root. At most ${folderDepth} folders are above a folder, ` +
            `and its path has at most ${FOLDER_PATH_BYTES} bytes of UTF-8.`,
        }),
      },
      { description: 'A new folder. Other members are ignored.' },
    ),
  );
}

export function createFolderRoute({ context, limits }: RouteServices) {
  return defineRoute({
    operationId: 'createFolder',
    summary: 'Create a folder',
    description:
      'Folders nest. Several folders may have the same name and parent, unless `If-None-Match: *` refuses a second one. ' +
      'The answer has the whole path, for a key without `folders:read` too.',
    tag: 'folders',
    method: 'post',
    path: '/v1/folders',
    role: 'folders:write',
    body: createFolderBody(limits),
    requestHeaders: ['Idempotency-Key', 'If-None-Match'],
    success: {
      status: 201,
      description: 'The folder was made.',
      schema: FolderAnswer,
      location: '/v1/folders/{folder_id}',
    },
    example: EXAMPLES.createFolder,
    errors: ['FOLDER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'LIMIT_REACHED', 'PRECONDITION_FAILED'],
    handle: async ({ actor, body, bodyBytes, stored, names, idempotencyKey, onlyIfNone }) => {
      const parentId = body.parent_id ?? undefined;
      const written = () => stored.written(bodyBytes);
      const folder = await createFolder(context, actor, {
        name: body.name,
        parentId,
        idempotencyKey,
        onlyIfNone,
        written,
      });
      names.folderId = folder.id;
      return { ...folderReply(folder), status: 201, location: `/v1/folders/${folder.id}` };
    },
  });
}
