import { getDocument } from '../../operations/get-document.js';
import { isTextKept } from '../present/blocks.js';
import { documentText } from '../present/documents.js';
import { defineRoute, type Reply, type RouteServices } from '../route.js';
import { DocumentAnswer } from '../schemas/answers.js';
import { DocumentParams } from '../schemas/common.js';
import { EXAMPLES } from '../schemas/examples.js';

type FoundDocument = Awaited<ReturnType<typeof getDocument>> & { owner: string; bookBytes(bytes: number): void };

/** The answer to a GET by identifier or by key. */
export function documentReply(
  { urlOf, largeWork }: Pick<RouteServices, 'urlOf' | 'largeWork'>,
  { head, read, owner, bookBytes }: FoundDocument,
): Reply {
  return {
    status: 200,
    etag: `"${head.currentVersion}"`,
    load: async () => {
      const { version, bytes } = await read(bookBytes);
      const toMake = isTextKept(version.blocks) ? 0 : bytes;
      return largeWork.run(owner, toMake, () => documentText({ head, version }, urlOf));
    },
  };
}

export function getDocumentRoute({ context, urlOf, largeWork }: RouteServices) {
  return defineRoute({
    operationId: 'getDocument',
    summary: 'Read the newest version of a document',
    description: 'The entity tag is the number of the version, which `If-Match` of a later write can name.',
    tag: 'documents',
    method: 'get',
    path: '/v1/documents/:document_id',
    role: 'documents:read',
    params: DocumentParams,
    success: { status: 200, description: 'The document.', schema: DocumentAnswer },
    example: EXAMPLES.getDocument,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND'],
    handle: async ({ actor, params, bookBytes }) => {
      const found = await getDocument(context, actor, params.document_id);
      return documentReply({ urlOf, largeWork }, { ...found, owner: actor.owner, bookBytes });
    },
  });
}
