import { Type } from '@sinclair/typebox';
import { PREVIEW_PATH } from '../paths.js';
import { checkContent, readContent } from './shared/content-of.js';
import { defineRoute, type RouteServices } from '../route.js';
import { previewBody, PreviewQuery } from '../schemas/contents.js';
import { EXAMPLES } from '../schemas/examples.js';

/**
 * The worst legal request has the largest body of Markdown. It is converted as by a write, and one part of its page is
 * made as by a view: in threads, with a deadline each, owners by turns. Three attempts at most, the last ones of plain
 * text. Nothing is kept, so each request costs that. An owner has as many at once as views, and they share the places.
 */
export function previewDocumentRoute(services: RouteServices) {
  const { limits, answerUnsaved } = services;
  return defineRoute({
    operationId: 'previewDocument',
    summary: 'See the page of a document before it is written',
    description:
      'The HTML of one part of the page that a document of this body would have. A body that a write would refuse is ' +
      'refused. Nothing is stored, and the bytes count in no window; the request does. The header `Link` names the other ' +
      'parts: send the same body there.',
    tag: 'documents',
    method: 'post',
    path: PREVIEW_PATH,
    role: 'documents:write',
    query: PreviewQuery,
    body: previewBody(limits),
    takesFile: true,
    success: {
      status: 200,
      description: 'The page.',
      schema: Type.String({ description: 'HTML.' }),
      mediaType: 'text/html',
    },
    example: EXAMPLES.previewDocument,
    errors: ['PART_NOT_FOUND'],
    check: (body) => checkContent(body, limits),
    handle: async (request) => {
      const { actor, body, query } = request;
      const { key = null, kept_title: keptTitle } = body;
      const { content } = await readContent(body, { request, services, keyOf: () => key ?? undefined, keptTitle });
      return answerUnsaved({ owner: actor.owner, key, content, part: Number(query.part ?? '1') });
    },
  });
}
