import { deleteDocument } from '../../operations/delete-document.js';
import { defineRoute, type RouteServices } from '../route.js';
import { DocumentParams } from '../schemas/common.js';

export function deleteDocumentRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'deleteDocument',
    summary: 'Delete a document with all its versions',
    description: 'The document and its versions are gone at once and for good.',
    tag: 'documents',
    method: 'delete',
    path: '/v1/documents/:document_id',
    role: 'documents:write',
    params: DocumentParams,
    requestHeaders: ['If-Match'],
    success: { status: 204, description: 'The document is gone.', schema: undefined },
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND', 'PRECONDITION_FAILED'],
    handle: async ({ actor, params, precondition }) => {
      await deleteDocument(context, actor, { documentId: params.document_id, precondition });
      return { status: 204 };
    },
  });
}
