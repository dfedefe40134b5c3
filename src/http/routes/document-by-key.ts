import { faultOfDocumentKey } from '../../domain/document-key.js';
import { tagOfLife } from '../../domain/precondition.js';
import { validationError } from '../../domain/errors.js';
import { deleteByKey } from '../../operations/by-key/delete-by-key.js';
import { getByKey } from '../../operations/by-key/find-by-key.js';
import type { RequestNames } from '../../observability/request-events.js';
import { defineRoute, type Reply, type RouteServices } from '../route.js';
import { DocumentAnswer } from '../schemas/answers.js';
import { EXAMPLES } from '../schemas/examples.js';
import { KeyParams } from '../schemas/common.js';
import { documentReply, FILE_IS } from './get-document.js';

/** The key is all that follows, slashes included. */
export const BY_KEY_PATH = '/v1/documents/by-key/{*key}';

/** Raises a validation error for what cannot be a key. */
export function checkedKey({ key = '' }: { key?: string }): string {
  const fault = faultOfDocumentKey(key);
  if (fault !== undefined) throw validationError([{ path: '/key', message: fault }]);
  return key;
}

type FoundByKey = Awaited<ReturnType<typeof getByKey>> & { key: string };

export function byKeyReply(
  services: Pick<RouteServices, 'urlOf' | 'largeWork' | 'render'>,
  { key, life, ...found }: FoundByKey,
  request: Parameters<typeof documentReply>[2] & { names: RequestNames },
): Reply {
  request.names.documentId = found.head.id;
  // A process of an older release drops the key of a document.
  const head = { ...found.head, byKey: { key, life } };
  const tag = tagOfLife(head.currentVersion, life);
  return documentReply(services, { ...found, head, tag }, request);
}

export function getByKeyRoute(services: RouteServices) {
  const { context } = services;
  return defineRoute({
    operationId: 'getDocumentByKey',
    summary: 'Read the newest version of the document of a key',
    description: `The answer is the one that the identifier of the document has. ${FILE_IS}`,
    tag: 'documents',
    method: 'get',
    path: BY_KEY_PATH,
    role: 'documents:read',
    params: KeyParams,
    success: { status: 200, description: 'The document.', schema: DocumentAnswer },
    example: EXAMPLES.getDocumentByKey,
    errors: ['DOCUMENT_NOT_FOUND'],
    handle: async (request) => {
      const key = checkedKey(request.params);
      return byKeyReply(services, { ...(await getByKey(context, request.actor, key)), key }, request);
    },
  });
}

export function deleteByKeyRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'deleteDocumentByKey',
    summary: 'Delete the document of a key with all its versions',
    description: 'The document and its versions are gone at once and for good. The key may be used again.',
    tag: 'documents',
    method: 'delete',
    path: BY_KEY_PATH,
    role: 'documents:write',
    params: KeyParams,
    requestHeaders: ['If-Match'],
    success: { status: 204, description: 'The document is gone.', schema: undefined },
    errors: ['DOCUMENT_NOT_FOUND', 'PRECONDITION_FAILED'],
    handle: async ({ actor, params, names, precondition }) => {
      names.documentId = await deleteByKey(context, actor, { key: checkedKey(params), precondition });
      return { status: 204 };
    },
  });
}
