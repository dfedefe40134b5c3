import type { Static } from '@sinclair/typebox';
import type { Placement } from '../../domain/document.js';
import { tagOfLife } from '../../domain/precondition.js';
import { validationError } from '../../domain/errors.js';
import type { Limits } from '../../domain/limits.js';
import { expectPut } from '../../operations/by-key/expect-put.js';
import { putByKey, type PutResult } from '../../operations/by-key/put-by-key.js';
import { folderAtPath } from '../../operations/folder-at-path.js';
import { presentPutDocument, type UrlOf } from '../present/documents.js';
import { defineRoute, type Reply, type RouteRequest, type RouteServices } from '../route.js';
import { PutDocumentAnswer } from '../schemas/answers.js';
import { EXAMPLES } from '../schemas/examples.js';
import { KeyParams } from '../schemas/common.js';
import { putDocumentBody } from '../schemas/contents.js';
import { findFolder } from '../../operations/find-folder.js';
import { checkContent, hashedContent, keyedContent, placementOf } from './content-of.js';
import { BY_KEY_PATH, checkedKey } from './document-by-key.js';
import { namesOfPath } from './folder-path.js';

type PutBody = Static<ReturnType<typeof putDocumentBody>>;
type PutRequest = Pick<
  RouteRequest<{ key: string }, unknown, PutBody>,
  'actor' | 'body' | 'reading' | 'params' | 'precondition' | 'onlyIfNone'
>;

const DESCRIPTION =
  'The answer is 201 where the document is made, else 200. Where title, content type, metadata, blocks, visibility and ' +
  'folder equal the newest version, nothing is written. A PUT after a DELETE makes a new document with another ' +
  'identifier. After a lost answer, send the same request again. `folder_path` needs the role `folders:write` where ' +
  'folders are missing.';

/**
 * The worst legal request costs what a push costs, and for a new document two objects more. A path costs a refresh
 * and a list for each folder that this process does not know, and as many folders at most as a path may have, each
 * of which counts as one more request.
 */
export function putByKeyRoute({ context, limits, urlOf, largeWork }: RouteServices) {
  return defineRoute({
    operationId: 'putDocumentByKey',
    summary: 'Make the document of a key, or its next version',
    description: DESCRIPTION,
    tag: 'documents',
    method: 'put',
    path: BY_KEY_PATH,
    role: 'documents:write',
    params: KeyParams,
    body: putDocumentBody(limits),
    requestHeaders: ['Idempotency-Key', 'If-Match', 'If-None-Match'],
    success: {
      status: 200,
      description: 'The next version, or the newest one where nothing differs: then nothing was written.',
      schema: PutDocumentAnswer,
      making: { description: 'The document was made.', location: '/v1/documents/{document_id}' },
    },
    example: EXAMPLES.putDocumentByKey,
    errors: ['FOLDER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'PRECONDITION_FAILED', 'QUOTA_EXCEEDED'],
    check: (body) => {
      checkContent(body, limits);
      checkPlace(body, limits);
    },
    handle: async (request) => {
      const { actor, body, bodyBytes, stored, precondition, onlyIfNone } = request;
      const key = checkedKey(request.params);
      const placement = await placed(request);
      const content = await hashedContent(body, request, largeWork);
      const keyed = await keyedContent(content, request, largeWork);
      const put = { key, content, placement, precondition, onlyIfNone, keyed, bodyBytes, stored };
      return putReply(await putByKey(context, actor, put), urlOf);
    },
  });

  async function placed({ actor, body, reading, ...conditions }: PutRequest): Promise<Partial<Placement>> {
    const placement = placementOf(body);
    if (placement.folderId !== undefined) await findFolder(context, actor.owner, placement.folderId);
    if (typeof body.folder_path !== 'string') return placement;
    const beforeMaking = () => expectPut(context, actor, { ...conditions, key: checkedKey(conditions.params) });
    const names = namesOfPath(body.folder_path);
    return { ...placement, folderId: await folderAtPath(context, actor, { names, reading, beforeMaking }) };
  }
}

function putReply(made: PutResult, urlOf: UrlOf): Reply {
  const { id, currentVersion } = made.head;
  const isNew = made.result === 'created';
  return {
    status: isNew ? 201 : 200,
    body: presentPutDocument(made, urlOf),
    etag: `"${tagOfLife(currentVersion, made.life)}"`,
    ...(isNew && { location: `/v1/documents/${id}` }),
  };
}

function checkPlace({ folder_id: id, folder_path: path }: PutBody, { folderDepth }: Limits): void {
  if (typeof path !== 'string') return;
  if (typeof id === 'string')
    throw validationError([{ path: '/folder_path', message: 'must not be beside folder_id' }]);
  const depth = namesOfPath(path).length - 1;
  if (depth <= folderDepth) return;
  throw validationError([{ path: '/folder_path', message: `must not be deeper than ${folderDepth}` }]);
}
