import { createDocument } from '../../operations/create-document.js';
import { checkContent, keyedContent, sentContent, wantedPlacement } from './shared/content-of.js';
import { presentCreatedDocument } from '../present/documents.js';
import { defineRoute, type RouteServices } from '../route.js';
import { CreatedDocument } from '../schemas/answers.js';
import { createDocumentBody, FileQuery } from '../schemas/contents.js';
import { EXAMPLES } from '../schemas/examples.js';

/**
 * The worst legal request has the largest body, which is read, hashed and written once. A path costs as in a PUT by
 * key: a list for each folder that this process does not know, and the folders that are missing.
 */
export function createDocumentRoute(services: RouteServices) {
  const { context, limits, urlOf, largeWork } = services;
  return defineRoute({
    operationId: 'createDocument',
    summary: 'Create a document',
    description:
      'The document is private and in the root folder unless the body says otherwise. Its first version has the number 1. ' +
      'With an `Idempotency-Key`, the identifier is made from the key and the owner: send a random one, or none, if the ' +
      'address of a public document must not be guessed.',
    tag: 'documents',
    method: 'post',
    path: '/v1/documents',
    role: 'documents:write',
    query: FileQuery,
    body: createDocumentBody(limits),
    takesFile: true,
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 201,
      description: 'The document was made.',
      schema: CreatedDocument,
      location: '/v1/documents/{document_id}',
    },
    example: EXAMPLES.createDocument,
    errors: ['ASSET_NOT_FOUND', 'FOLDER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'LIMIT_REACHED', 'QUOTA_EXCEEDED'],
    check: (body) => checkContent(body, limits),
    handle: async (request) => {
      const { actor, body, bodyBytes, stored } = request;
      const { content, visibility } = await sentContent(body, { request, services, keyOf: () => undefined });
      const version = await createDocument(context, actor, {
        content,
        wanted: wantedPlacement({ ...body, visibility }),
        keyed: await keyedContent(content, request, largeWork),
        bodyBytes,
        stored,
      });
      const { id, folderId } = version.document;
      Object.assign(request.names, { documentId: id, folderId });
      return {
        status: 201,
        body: presentCreatedDocument(version, urlOf),
        location: `/v1/documents/${id}`,
        etag: `"${version.version}"`,
      };
    },
  });
}
