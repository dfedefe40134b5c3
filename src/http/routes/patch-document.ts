import type { Static } from '@sinclair/typebox';
import type { Content, Placement } from '../../domain/document.js';
import { patchDocument, type ContentChanges } from '../../operations/patch-document.js';
import { nameFolder } from '../request-names.js';
import { presentNewVersion } from '../present/versions.js';
import { defineRoute, type RouteServices } from '../route.js';
import { PatchedDocument } from '../schemas/answers.js';
import { DocumentParams } from '../schemas/common.js';
import { patchDocumentBody } from '../schemas/contents.js';
import {
  blocksOf,
  checkChanges,
  checkMetadataSize,
  given,
  hasher,
  keyedContent,
  sentAttached,
  wantedPlacement,
} from './shared/content-of.js';
import { sentFile, type SentFile } from './shared/sent-file.js';
import { EXAMPLES } from '../schemas/examples.js';

const ERRORS = [
  'ASSET_NOT_FOUND',
  'NOT_OWNER',
  'DOCUMENT_NOT_FOUND',
  'FOLDER_NOT_FOUND',
  'IDEMPOTENCY_KEY_REUSED',
  'LIMIT_REACHED',
  'PRECONDITION_FAILED',
] as const;

type PatchBody = Static<ReturnType<typeof patchDocumentBody>>;

/**
 * The worst legal request costs what a restore of the largest version costs: it is read and written once, and read
 * again after each claim that another process wins. With blocks it costs a push, whose hash is made again after each
 * such claim. Equal metadata of the largest size takes 20 ms of CPU to compare. A path costs as in a PUT by key.
 */
export function patchDocumentRoute({ context, limits, urlOf, largeWork, conversion }: RouteServices) {
  return defineRoute({
    operationId: 'patchDocument',
    summary: 'Change a part of a document',
    description:
      'Makes the next version with the fields that are sent, and everything else as it is. Blocks are replaced as a ' +
      'whole. If nothing differs, no version is made. A public document that is made private is gone from its page for ' +
      'every request that starts later. A document whose file says that it is private, or a draft, stays private. The ' +
      'answer has title and block count, for a key without `documents:read` too.',
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
    errors: ERRORS,
    check: (body) => checkChanges(body, limits),
    handle: async (request) => {
      const { actor, params, body, bodyBytes, stored, precondition, names, bookBytes } = request;
      const documentId = params.document_id;
      const file = await sentFile(body, { owner: actor.owner, conversion });
      const content = { ...(file ? changesOfFile(file) : changesOf(body)), ...sentAttached(body) };
      if (file) checkMetadataSize(file, limits);
      const { summary, placement } = await patchDocument(context, actor, {
        ...{ documentId, content, precondition, bodyBytes, stored },
        wanted: wantedPlacement({ ...body, visibility: file ? file.visibility : body.visibility }),
        hash: hasher(request, largeWork),
        isPrivate: (version) => conversion.isPrivate(actor.owner, version),
        keyed: await keyedContent({ ...NO_CONTENT, ...content }, request, largeWork),
        // The version is held twice: as read and as written.
        onSize: (bytes: number) => bookBytes(2 * bytes),
      });
      nameFolder(names, { folder_id: placement.folderId });
      return {
        status: 200,
        body: { ...presentNewVersion(documentId, summary, urlOf), ...sentFields(content, placement) },
        etag: `"${summary.version}"`,
      };
    },
  });
}

const NO_CONTENT: Content = { title: '', contentType: 'markdown', metadata: null, blocks: [] };

function changesOf({ title, metadata, content_type: contentType, blocks }: PatchBody): ContentChanges {
  return {
    ...given('title', title),
    ...(metadata !== undefined && { metadata }),
    ...given('contentType', contentType),
    ...given('blocks', blocks && blocksOf(blocks)),
  };
}

/** Of a file, all comes from it but a title that it lacks. */
function changesOfFile({ title, metadata, contentType, blocks, source }: SentFile): ContentChanges {
  return { ...given('title', title), metadata, contentType, blocks, source };
}

function sentFields({ contentType, metadata }: ContentChanges, { folderId, visibility }: Partial<Placement>) {
  return { content_type: contentType, metadata, visibility, folder_id: folderId };
}
