import { Type, type Static } from '@sinclair/typebox';
import { QuireError, validationError } from '../../../domain/errors.js';
import { FOLDERS_BELOW_A_MOVE, FOLDER_PATH_BYTES } from '../../../domain/limits.js';
import { deleteFolder } from '../../../operations/folders/delete-folder.js';
import { patchFolder } from '../../../operations/folders/patch-folder.js';
import { nameFolder } from '../../request-names.js';
import { defineRoute, type RouteServices } from '../../route.js';
import { FolderAnswer } from '../../schemas/answers.js';
import { named, nullable, optionalString } from '../../schemas/common.js';
import { FolderName } from '../../schemas/contents.js';
import { EXAMPLES } from '../../schemas/examples.js';
import { recursiveQuery } from '../shared/folder-path.js';
import { FolderParams, folderReply } from './read-folder.js';

const PatchFolder = named(
  'PatchFolder',
  Type.Object(
    {
      name: Type.Optional(nullable(FolderName, 'Absent or null: it stays.')),
      parent_id: optionalString({
        description: 'The folder to move it to, with all that is below it. Null: the root. Absent: it stays.',
      }),
    },
    { description: 'What is to be changed. Other members are ignored.' },
  ),
);

const NEEDED = 'must have name or parent_id';

/**
 * The worst legal request looks at 10,000 folders below the moved one, in memory. It writes one small object.
 */
export function patchFolderRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'patchFolder',
    summary: 'Rename a folder, or move it with all that is below it',
    description:
      'Takes effect in one step, however much is below. No document changes: neither its versions nor its entity tag. Every ' +
      'request that starts after the answer sees the folder in its new place. With `If-None-Match: *` another folder of ' +
      'the name in the same place refuses it. A change that lengthens the paths of more than ' +
      `${FOLDERS_BELOW_A_MOVE} folders, or puts them deeper, is refused, and so is one that gives a path of more than ` +
      `${FOLDER_PATH_BYTES} bytes.`,
    tag: 'folders',
    method: 'patch',
    path: '/v1/folders/:folder_id',
    role: 'folders:write',
    params: FolderParams,
    body: PatchFolder,
    requestHeaders: ['Idempotency-Key', 'If-Match', 'If-None-Match'],
    success: { status: 200, description: 'The folder as it is now.', schema: FolderAnswer },
    example: EXAMPLES.patchFolder,
    errors: ['FOLDER_NOT_FOUND', 'FOLDER_CYCLE', 'LIMIT_REACHED', 'IDEMPOTENCY_KEY_REUSED', 'PRECONDITION_FAILED'],
    check: (body: Static<typeof PatchFolder>) => {
      if ((body.name ?? undefined) === undefined && body.parent_id === undefined) {
        throw validationError([{ path: '', message: NEEDED }]);
      }
    },
    handle: async ({ actor, params, body, bodyBytes, stored, names, precondition, idempotencyKey, onlyIfNone }) => {
      nameFolder(names, params);
      const change = { name: body.name ?? undefined, parentId: body.parent_id };
      const written = () => stored.written(bodyBytes);
      const conditions = { precondition, idempotencyKey, onlyIfNone };
      const folderId = params.folder_id;
      return folderReply(await patchFolder(context, actor, { folderId, ...change, ...conditions, written }));
    },
  });
}

const DeleteFolderQuery = Type.Object({ recursive: recursiveQuery('Delete all documents and folders below it, too.') });

/**
 * The worst legal request hides all that is below a folder by one small object, and counts the folders below in memory.
 * What it hides is deleted later, four documents at a time. An empty folder costs a refresh and a search.
 */
export function deleteFolderRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'deleteFolder',
    summary: 'Delete a folder',
    description:
      'Without `recursive`, a folder that has documents or folders is refused. With it, all that is below is gone at once ' +
      'and for good, and the key needs `documents:write`, too.',
    tag: 'folders',
    method: 'delete',
    path: '/v1/folders/:folder_id',
    role: 'folders:write',
    params: FolderParams,
    query: DeleteFolderQuery,
    requestHeaders: ['If-Match'],
    success: { status: 204, description: 'The folder is gone.', schema: undefined },
    errors: ['FOLDER_NOT_FOUND', 'FOLDER_NOT_EMPTY', 'PRECONDITION_FAILED'],
    handle: async ({ actor, params, query, names, precondition }) => {
      nameFolder(names, params);
      const isRecursive = query.recursive === 'true';
      if (isRecursive && !actor.roles.has('documents:write')) {
        throw new QuireError('INSUFFICIENT_ROLE', { required: 'documents:write' });
      }
      await deleteFolder(context, actor, { folderId: params.folder_id, isRecursive, precondition });
      return { status: 204 };
    },
  });
}
