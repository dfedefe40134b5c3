import type { Static } from '@sinclair/typebox';
import type { Content } from '../../domain/document.js';
import { patchDocument, type DocumentChanges } from '../../operations/patch-document.js';
import { presentNewVersion } from '../present/versions.js';
import { defineRoute, type RouteServices } from '../route.js';
import { PatchedDocument } from '../schemas/answers.js';
import { DocumentParams } from '../schemas/common.js';
import { patchDocumentBody } from '../schemas/contents.js';
import { checkMetadataSize, given, hasher, keyedContent, placementOf } from './content-of.js';
import { EXAMPLES } from '../schemas/examples.js';

type PatchBody = Static<ReturnType<typeof patchDocumentBody>>;

/**
 * The worst legal request costs what a restore of the largest version costs: it is read and written once, and read
 * again after each claim that another process wins. Equal metadata of the largest size takes 20 ms of CPU to compare.
 */
export function patchDocumentRoute({ context, limits, urlOf, largeWork }: RouteServices) {
  return defineRoute({
    operationId: 'patchDocument',
    summary: 'Change a document without new content',
    description:
      'Makes the next version with the fields that are sent, and everything else as it is. If nothing differs, no version ' +
      'is made. A public document that is made private is gone from its page for every request that starts later. ' +
      'The answer has title and block count, for a key without `documents:read` too.',
    tag: 'documents',
    method: 'patch',
    path: '/v1/documents/:document_id',
    role: 'documents:write',
    params: DocumentParams,
    body: patchDocumentBody(limits),
    requestHeaders: ['Idempotency-Key', 'If-Match'],
    success: {
      status: 200,
      description: 'The new version, with the fields that were sent; the newest version if nothing differs.',
      schema: PatchedDocument,
    },
    example: EXAMPLES.patchDocument,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND', 'FOLDER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'PRECONDITION_FAILED'],
    check: (body) => checkMetadataSize(body, limits),
    handle: async (request) => {
      const { actor, params, body, bodyBytes, stored, precondition, bookBytes } = request;
      const documentId = params.document_id;
      const changes = changesOf(body);
      const summary = await patchDocument(context, actor, {
        ...changes,
        documentId,
        precondition,
        bodyBytes,
        stored,
        hash: hasher(request, largeWork),
        keyed: await keyedContent({ ...NO_CONTENT, ...changes.content }, request, largeWork),
        // The version is held twice: as read and as written.
        onSize: (bytes: number) => bookBytes(2 * bytes),
      });
      return {
        status: 200,
        body: { ...presentNewVersion(documentId, summary, urlOf), ...sentFields(changes) },
        etag: `"${summary.version}"`,
      };
    },
  });
}

const NO_CONTENT: Content = { title: '', contentType: 'markdown', metadata: null, blocks: [] };

function changesOf(body: PatchBody): DocumentChanges {
  const { title, metadata, content_type: contentType } = body;
  return {
    content: {
      ...given('title', title),
      ...(metadata !== undefined && { metadata }),
      ...given('contentType', contentType),
    },
    placement: placementOf(body),
  };
}

function sentFields({ content: { contentType, metadata }, placement: { folderId, visibility } }: DocumentChanges) {
  return { content_type: contentType, metadata, visibility, folder_id: folderId };
}
