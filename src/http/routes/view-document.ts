import { Type } from '@sinclair/typebox';
import { faultOfDocumentKey } from '../../domain/document-key.js';
import { getByKey, isNotFound } from '../../operations/by-key/find-by-key.js';
import { getDocument } from '../../operations/get-document.js';
import { getVersion } from '../../operations/get-version.js';
import { defineRoute, type RouteServices } from '../route.js';
import { DocumentParams, KeyParams, PageQuery } from '../schemas/common.js';
import { BY_KEY_PATH, byKeyReply, checkedKey } from './document-by-key.js';

const PAGE = {
  status: 200,
  description: 'The page.',
  schema: Type.String({ description: 'HTML.' }),
  mediaType: 'text/html',
} as const;

export function viewDocumentRoute({ context, answerPage }: Pick<RouteServices, 'context' | 'answerPage'>) {
  return defineRoute({
    operationId: 'viewDocument',
    summary: 'Read a document as a page',
    description:
      'The HTML of one part of a version, as the address of a public document shows it, for private documents too. It ' +
      'holds no script. A long document has several parts, which the header `Link` names. In a document with a key, a ' +
      'relative link leads to the document whose key is at that place: its address is that of the console, for the ' +
      'whole window.',
    tag: 'documents',
    method: 'get',
    path: '/v1/documents/:document_id/view',
    role: 'documents:read',
    params: DocumentParams,
    query: PageQuery,
    success: PAGE,
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

function unlessNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/** How a key may end that has a document, too: that comes first. */
const VIEW = '/view';

export function viewByKeyRoute(services: RouteServices) {
  const { context, answerPage } = services;
  return defineRoute({
    operationId: 'viewDocumentByKey',
    summary: 'Read the document of a key as a page',
    description:
      'The page that its identifier has. Where a document has the whole of `{key}/view` as its key, the answer is that ' +
      'document instead, as JSON.',
    tag: 'documents',
    method: 'get',
    path: `${BY_KEY_PATH}${VIEW}`,
    isWithin: BY_KEY_PATH,
    role: 'documents:read',
    params: KeyParams,
    query: PageQuery,
    success: PAGE,
    example: { answer: '<!doctype html>…' },
    errors: ['DOCUMENT_NOT_FOUND', 'VERSION_NOT_FOUND', 'PART_NOT_FOUND'],
    handle: async (request) => {
      const { actor, params, query, names } = request;
      const { version: wanted, part = '1' } = query;
      const key = checkedKey(params);
      const longer = `${key}${VIEW}`;
      const whole =
        faultOfDocumentKey(longer) === undefined && (await getByKey(context, actor, longer).catch(unlessNotFound));
      if (whole) return byKeyReply(services, { ...whole, key: longer }, request);
      const newest = await getByKey(context, actor, key);
      const { id, currentVersion } = newest.head;
      names.documentId = id;
      const version = wanted === undefined ? currentVersion : Number(wanted);
      const { read } = wanted === undefined ? newest : await getVersion(context, actor, { documentId: id, version });
      const head = { ...newest.head, byKey: { key, life: newest.life } };
      return answerPage({ head, version, part: Number(part), isNewest: wanted === undefined, read });
    },
  });
}
