import { Type } from '@sinclair/typebox';
import type { CurrentFolder } from '../../../domain/folder.js';
import { FOLDER_PATH_BYTES } from '../../../domain/limits.js';
import { chosenFolderId } from '../../../operations/folders/folder-at-path.js';
import { expectFolder } from '../../../operations/folders/find-folder.js';
import { folderText } from '../../present/folders.js';
import { nameFolder } from '../../request-names.js';
import { defineRoute, type Reply, type RouteServices } from '../../route.js';
import { FolderAnswer } from '../../schemas/answers.js';
import { describedAs } from '../../schemas/common.js';
import { folderPathPattern } from '../../schemas/contents.js';
import { EXAMPLES, FOLDER_ID } from '../../schemas/examples.js';
import { namesOfPath } from '../shared/folder-path.js';

export const FolderParams = Type.Object({
  folder_id: Type.String({ description: 'The identifier of the folder.', examples: [FOLDER_ID] }),
});

const PathParams = Type.Object({
  path: describedAs(Type.String(), {
    type: 'string',
    minLength: 1,
    maxLength: FOLDER_PATH_BYTES - 1,
    pattern: folderPathPattern().replace('^(/|(/', '^((/?'),
    description: `The names from the root down, slash-separated: at most ${FOLDER_PATH_BYTES} bytes of UTF-8 with a slash before each.`,
    examples: ['Work'],
  }),
});

/** Its path changes with folders above it, its revision does not. */
export function folderReply(folder: CurrentFolder): Reply {
  return { status: 200, text: folderText(folder), etag: `"${folder.revision}"` };
}

/** The worst legal request climbs 100 folders in memory, once the process has read the owner's. */
export function getFolderRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'getFolder',
    isTaggedInPart: true,
    summary: 'Read a folder',
    description: 'Its path is as the folders above it are named now.',
    tag: 'folders',
    method: 'get',
    path: '/v1/folders/:folder_id',
    role: 'folders:read',
    params: FolderParams,
    success: { status: 200, description: 'The folder.', schema: FolderAnswer },
    example: EXAMPLES.getFolder,
    errors: ['FOLDER_NOT_FOUND'],
    handle: async ({ actor, params, names }) => {
      const folder = await expectFolder(context, actor.owner, params.folder_id);
      nameFolder(names, params);
      return folderReply(folder);
    },
  });
}

/** As `getFolder`. */
export function getFolderByPathRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'getFolderByPath',
    isTaggedInPart: true,
    summary: 'Read the folder at a path',
    description: 'Of folders of one name in one folder, the one that was made first counts.',
    tag: 'folders',
    method: 'get',
    path: '/v1/folders/by-path/{*path}',
    role: 'folders:read',
    params: PathParams,
    success: { status: 200, description: 'The folder.', schema: FolderAnswer },
    example: EXAMPLES.getFolderByPath,
    errors: ['FOLDER_NOT_FOUND'],
    handle: async ({ actor, params, names }) => {
      const { path = '' } = params as { path?: string };
      const id = await chosenFolderId(context, actor, { names: namesOfPath(`/${path}`, '/path') });
      const folder = await expectFolder(context, actor.owner, id as string);
      nameFolder(names, { folder_id: folder.id });
      return folderReply(folder);
    },
  });
}
