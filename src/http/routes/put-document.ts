import { tagOfLife } from '../../domain/precondition.js';
import { putByKey, type PutResult } from '../../operations/by-key/put-by-key.js';
import { presentPutDocument, type UrlOf } from '../present/documents.js';
import { defineRoute, type Reply, type RouteServices } from '../route.js';
import { PutDocumentAnswer } from '../schemas/answers.js';
import { EXAMPLES } from '../schemas/examples.js';
import { KeyParams } from '../schemas/common.js';
import { FileQuery, putDocumentBody } from '../schemas/contents.js';
import { checkContent, keyedContent, sentContent, wantedPlacement } from './shared/content-of.js';
import { BY_KEY_PATH, checkedKey } from './document-by-key.js';

const DESCRIPTION =
  'The answer is 201 where the document is made, else 200. Where title, content type, metadata, blocks or file, assets, ' +
  'visibility and folder equal the newest version, nothing is written. A PUT after a DELETE makes a new document with ' +
  'another identifier. After a lost answer, send the same request again. `folder_path` needs the role `folders:write` where ' +
  'folders are missing.';

/**
 * The worst legal request costs what a push costs, and for a new document two objects more. A path costs a refresh
 * and a list for each folder that this process does not know, and as many folders at most as a path may have, each
 * of which counts as one more request.
 */
export function putByKeyRoute(services: RouteServices) {
  const { context, limits, urlOf, largeWork, conversion } = services;
  return defineRoute({
    operationId: 'putDocumentByKey',
    summary: 'Make the document of a key, or its next version',
    description: DESCRIPTION,
    tag: 'documents',
    method: 'put',
    path: BY_KEY_PATH,
    role: 'documents:write',
    params: KeyParams,
    query: FileQuery,
    body: putDocumentBody(limits),
    takesFile: true,
    requestHeaders: ['Idempotency-Key', 'If-Match', 'If-None-Match'],
    success: {
      status: 200,
      description: 'The next version, or the newest one where nothing differs: then nothing was written.',
      schema: PutDocumentAnswer,
      making: { description: 'The document was made.', location: '/v1/documents/{document_id}' },
    },
    example: EXAMPLES.putDocumentByKey,
    errors: [
      'ASSET_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'IDEMPOTENCY_KEY_REUSED',
      'LIMIT_REACHED',
      'PRECONDITION_FAILED',
      'QUOTA_EXCEEDED',
    ],
    check: (body) => checkContent(body, limits),
    handle: async (request) => {
      const { actor, body, bodyBytes, stored, precondition, onlyLife, onlyIfNone, bookBytes } = request;
      const key = checkedKey(request.params);
      const { content, visibility } = await sentContent(body, { request, services, keyOf: () => key });
      const keyed = await keyedContent(content, request, largeWork);
      const wanted = wantedPlacement({ ...body, visibility });
      const put = { key, content, wanted, precondition, onlyLife, onlyIfNone, keyed, bodyBytes, stored };
      const made = await putByKey(context, actor, {
        ...put,
        isPrivate: (version) => conversion.isPrivate(actor.owner, version),
        onSize: (bytes) => bookBytes(2 * bytes),
      });
      Object.assign(request.names, { documentId: made.head.id, folderId: made.head.folderId });
      return putReply(made, urlOf);
    },
  });
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
