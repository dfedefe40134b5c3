import { getDocument } from '../../operations/get-document.js';
import { isTextKept } from '../present/blocks.js';
import { documentText } from '../present/documents.js';
import { defineRoute, type RouteServices } from '../route.js';
import { DocumentAnswer } from '../schemas/answers.js';
import { DocumentParams } from '../schemas/common.js';

export function getDocumentRoute({ context, urlOf, largeWork }: RouteServices) {
  return defineRoute({
    operationId: 'getDocument',
    summary: 'Read the newest version of a document',
    method: 'get',
    path: '/v1/documents/:document_id',
    role: 'documents:read',
    params: DocumentParams,
    success: { status: 200, description: 'The document.', schema: DocumentAnswer },
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND'],
    handle: async ({ actor, params, bookBytes }) => {
      const { head, read } = await getDocument(context, actor, params.document_id);
      return {
        status: 200,
        etag: `"${head.currentVersion}"`,
        load: async () => {
          const { version, bytes } = await read(bookBytes);
          const toMake = isTextKept(version.blocks) ? 0 : bytes;
          return largeWork.run(actor.owner, toMake, () => documentText({ head, version }, urlOf));
        },
      };
    },
  });
}
