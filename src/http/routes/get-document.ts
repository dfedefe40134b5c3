import { getDocument } from '../../operations/get-document.js';
import { wantsFile } from '../answers/wants-file.js';
import { fileReply } from './shared/file-reply.js';
import { isTextKept } from '../present/blocks.js';
import { documentText } from '../present/documents.js';
import { defineRoute, type Reply, type RouteRequest, type RouteServices } from '../route.js';
import { DocumentAnswer } from '../schemas/answers.js';
import { DocumentParams } from '../schemas/common.js';
import { EXAMPLES } from '../schemas/examples.js';

/** For the description of a read. */
export const FILE_IS =
  'With `Accept: text/markdown` the answer is the text that the version was made of, to the byte and of its own type; ' +
  'Markdown made of the blocks if it has none. Its entity tag ends with `-md`.';

type Asked = Pick<RouteRequest<unknown, unknown, unknown>, 'actor' | 'accept' | 'bookBytes'>;
type FoundDocument = Awaited<ReturnType<typeof getDocument>> & { tag: string };

/** The answer to a GET by identifier or by key. `tag`: of the version. */
export function documentReply(
  { urlOf, largeWork, render }: Pick<RouteServices, 'urlOf' | 'largeWork' | 'render'>,
  { head, read, tag }: FoundDocument,
  { actor: { owner }, accept, bookBytes }: Asked,
): Reply {
  if (wantsFile(accept)) return fileReply({ head, read, tag, owner, bookBytes }, { largeWork, render });
  return {
    status: 200,
    etag: `"${tag}"`,
    isNegotiated: true,
    load: async () => {
      const { version, bytes } = await read(bookBytes);
      const toMake = isTextKept(version.blocks) ? 0 : bytes;
      return largeWork.run(owner, toMake, () => documentText({ head, version }, urlOf));
    },
  };
}

export function getDocumentRoute({ context, urlOf, largeWork, render }: RouteServices) {
  return defineRoute({
    operationId: 'getDocument',
    summary: 'Read the newest version of a document',
    description: `The entity tag is the number of the version, which \`If-Match\` of a later write can name. ${FILE_IS}`,
    tag: 'documents',
    method: 'get',
    path: '/v1/documents/:document_id',
    role: 'documents:read',
    params: DocumentParams,
    success: { status: 200, description: 'The document.', schema: DocumentAnswer },
    example: EXAMPLES.getDocument,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND'],
    handle: async (request) => {
      const found = await getDocument(context, request.actor, request.params.document_id);
      const tag = String(found.head.currentVersion);
      return documentReply({ urlOf, largeWork, render }, { ...found, tag }, request);
    },
  });
}
