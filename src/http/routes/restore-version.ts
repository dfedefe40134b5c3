import { restoreVersion } from '../../operations/restore-version.js';
import { createdVersion, VERSION_LOCATION } from './shared/created-version.js';
import { defineRoute, type RouteServices } from '../route.js';
import { NewVersionAnswer } from '../schemas/answers.js';
import { VersionParams } from '../schemas/common.js';
import { EXAMPLES } from '../schemas/examples.js';

export function restoreVersionRoute({ context, conversion, urlOf }: RouteServices) {
  return defineRoute({
    operationId: 'restoreVersion',
    summary: 'Make an earlier version the newest again',
    description:
      'Makes a new version with the title, content type, metadata and blocks of the one named. The visibility and the ' +
      'folder stay as they are; a file that says that it is private, or a draft, makes it private. The ' +
      'answer has title and block count, for a key without `documents:read` too.',
    tag: 'versions',
    method: 'post',
    path: '/v1/documents/:document_id/versions/:version_number/restore',
    role: 'documents:write',
    params: VersionParams,
    requestHeaders: ['Idempotency-Key', 'If-Match'],
    success: { status: 201, description: 'The new version.', schema: NewVersionAnswer, location: VERSION_LOCATION },
    example: EXAMPLES.restoreVersion,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND', 'VERSION_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'PRECONDITION_FAILED'],
    handle: async ({ actor, params, precondition, idempotencyKey, stored, bookBytes }) => {
      const documentId = params.document_id;
      const version = Number(params.version_number);
      // The version is held twice: as read and as written.
      const onSize = (bytes: number) => bookBytes(2 * bytes);
      const summary = await restoreVersion(context, actor, {
        documentId,
        version,
        precondition,
        idempotencyKey,
        isPrivate: (version) => conversion.isPrivate(actor.owner, version),
        stored,
        onSize,
      });
      return createdVersion(documentId, summary, urlOf);
    },
  });
}
