import { Type } from '@sinclair/typebox';
import { getDocument } from '../../operations/get-document.js';
import { getVersion } from '../../operations/get-version.js';
import { defineRoute, type RouteServices } from '../route.js';
import { DocumentParams, PageQuery } from '../schemas/common.js';

export function viewDocumentRoute({ context, answerPage }: Pick<RouteServices, 'context' | 'answerPage'>) {
  return defineRoute({
    operationId: 'viewDocument',
    summary: 'Read a document as a page',
    description:
      'The HTML of one part of a version, as the address of a public document shows it, for private documents too. It ' +
      'holds no script. A long document has several parts, which the header `Link` names.',
    tag: 'documents',
    method: 'get',
    path: '/v1/documents/:document_id/view',
    role: 'documents:read',
    params: DocumentParams,
    query: PageQuery,
    success: {
      status: 200,
      description: 'The page.',
      schema: Type.String({ description: 'HTML.' }),
      mediaType: 'text/html',
    },
    example: { answer: '<!doctype html>…' },
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND', 'VERSION_NOT_FOUND', 'PART_NOT_FOUND'],
    handle: async ({ actor, params: { document_id: documentId }, query: { version: wanted, part = '1' } }) => {
      const { head, read } =
        wanted === undefined
          ? await getDocument(context, actor, documentId)
          : await getVersion(context, actor, { documentId, version: Number(wanted) });
      const version = wanted === undefined ? head.currentVersion : Number(wanted);
      return answerPage({ head, version, part: Number(part), isNewest: wanted === undefined, read });
    },
  });
}
