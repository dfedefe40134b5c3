import { readOwnedHead } from '../../operations/owned-head.js';
import { pushVersion } from '../../operations/push-version.js';
import { checkContent, keyedContent, sentContent, wantedPlacement } from './shared/content-of.js';
import { createdVersion, VERSION_LOCATION } from './shared/created-version.js';
import { defineRoute, type RouteServices } from '../route.js';
import { NewVersionAnswer } from '../schemas/answers.js';
import { DocumentParams } from '../schemas/common.js';
import { FileQuery, pushVersionBody } from '../schemas/contents.js';
import { EXAMPLES } from '../schemas/examples.js';

/**
 * The worst legal request has the largest body, which is read and hashed once, and written again after each claim that
 * another process wins. A path costs as in a PUT by key.
 */
export function pushVersionRoute(services: RouteServices) {
  const { context, limits, urlOf, largeWork, conversion } = services;
  return defineRoute({
    operationId: 'pushVersion',
    summary: 'Push new content as the next version',
    description:
      'The title and the blocks replace those of the version before, and so do the content type and the metadata, absent ' +
      'or not. The visibility and the folder stay unless they are sent.',
    tag: 'versions',
    method: 'post',
    path: '/v1/documents/:document_id/versions',
    role: 'documents:write',
    params: DocumentParams,
    query: FileQuery,
    body: pushVersionBody(limits),
    takesFile: true,
    requestHeaders: ['Idempotency-Key', 'If-Match'],
    success: { status: 201, description: 'The new version.', schema: NewVersionAnswer, location: VERSION_LOCATION },
    example: EXAMPLES.pushVersion,
    errors: [
      'ASSET_NOT_FOUND',
      'NOT_OWNER',
      'DOCUMENT_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'IDEMPOTENCY_KEY_REUSED',
      'LIMIT_REACHED',
      'PRECONDITION_FAILED',
    ],
    check: (body) => checkContent(body, limits),
    handle: async (request) => {
      const { actor, params, body, bodyBytes, stored, precondition, bookBytes } = request;
      const documentId = params.document_id;
      const keyOf = async () => (await readOwnedHead(context, actor, documentId)).byKey?.key;
      const { content, visibility } = await sentContent(body, { request, services, keyOf });
      const keyed = await keyedContent(content, request, largeWork);
      const wanted = wantedPlacement({ ...body, visibility });
      const summary = await pushVersion(context, actor, {
        ...{ documentId, content, wanted, precondition, keyed, bodyBytes, stored },
        isPrivate: (version) => conversion.isPrivate(actor.owner, version),
        onSize: (bytes) => bookBytes(2 * bytes),
      });
      return createdVersion(documentId, summary, urlOf);
    },
  });
}
