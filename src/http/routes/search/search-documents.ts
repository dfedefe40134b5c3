import { Type, type Static } from '@sinclair/typebox';
import { validationError } from '../../../domain/errors.js';
import { DEFAULT_SEARCH_LIMIT, OFFSET_LIMIT, SEARCH_LIMIT } from '../../../domain/limits.js';
import { chosenFolderId } from '../../../operations/folders/folder-at-path.js';
import type { PathOf } from '../../../operations/folders/folder-paths.js';
import { searchDocuments } from '../../../operations/search-documents.js';
import type { ListedPage } from '../../../ports/document-index.js';
import { LARGE_PAGE_BYTES, pageInSlices, resultPage, shapeOfResults } from '../../answers/result-page.js';
import { decodeCursor, encodeCursor } from '../../present/cursor.js';
import { nameFolder } from '../../request-names.js';
import { defineRoute, type RouteServices } from '../../route.js';
import { SearchAnswer } from '../../schemas/answers.js';
import { text } from '../../schemas/common.js';
import { EXAMPLES, FOLDER_ID } from '../../schemas/examples.js';
import { chosenFolder, folderPathQuery, isBelow, recursiveQuery } from '../shared/folder-path.js';
import { sortQuery } from '../shared/result-order.js';

const SearchDocumentsQuery = Type.Object({
  q: Type.Optional(text('The beginning of the title, in any case. Empty: absent.', { examples: ['plan'] })),
  tag: Type.Optional(text('A tag, exactly. Empty: absent.', { examples: ['plan'] })),
  folder_id: Type.Optional(text('Only documents in this folder. Empty: absent.', { examples: [FOLDER_ID] })),
  folder_path: folderPathQuery('folder_id', '/Work'),
  recursive: recursiveQuery(
    'With a folder: documents in the folders below it, too, without `offset`. Of more than 500 folders, a page may be ' +
      'short, even empty, and still have `next_cursor`.',
  ),
  sort: sortQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: SEARCH_LIMIT,
      default: DEFAULT_SEARCH_LIMIT,
      description: 'The most results to answer with.',
      examples: [20],
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OFFSET_LIMIT,
      default: 0,
      description: 'How many results to skip. Not with `cursor`.',
      examples: [0],
    }),
  ),
  cursor: Type.Optional(
    Type.String({ description: 'The `next_cursor` of the page before. Empty: absent. Not with `offset`.' }),
  ),
});

/**
 * The worst legal request answers with 50 documents of the largest metadata, and passes over the owner's other results
 * by `offset`, or in cluster mode by `cursor`; by time, in embedded mode, over all documents of the owner if more than
 * 1,000 are results.
 */
export function searchDocumentsRoute({ context, presentResult, largeWork, urlOf }: RouteServices) {
  return defineRoute({
    operationId: 'searchDocuments',
    summary: 'Find documents by title prefix and tag',
    description:
      'Finds documents whose title begins with `q` in any case, and those that have the tag `tag`; with both, those that ' +
      'match both. One of them is required. Every write that was answered before the search began is seen. Follow ' +
      '`next_cursor` until it is null: then a result whose title stays (or what `sort` names) comes exactly once, also ' +
      'while others are deleted or changed. With `offset`, results that have gone since shift the pages.',
    tag: 'documents',
    method: 'get',
    path: '/v1/documents/search',
    role: 'documents:read',
    query: SearchDocumentsQuery,
    success: { status: 200, description: 'One page of results.', schema: SearchAnswer },
    example: EXAMPLES.searchDocuments,
    errors: ['QUERY_REQUIRED', 'FOLDER_NOT_FOUND'],
    handle: async ({ actor, reading, query, names, bookBytes }) => {
      const prefix = query.q || undefined;
      const tag = query.tag || undefined;
      const { limit = DEFAULT_SEARCH_LIMIT, offset = 0, sort: order = 'title' } = query;
      const after = placeIn(query);
      const folder = chosenFolder({ id: query.folder_id || undefined, path: query.folder_path || undefined });
      const isRecursive = isBelow(query, folder);
      // Without a query the search is refused before its folder is looked for.
      const isAsked = prefix !== undefined || tag !== undefined;
      const folderId = isAsked ? await chosenFolderId(context, actor, folder) : undefined;
      nameFolder(names, { folder_id: folderId });
      let size = 0;
      const onSize = (bytes: number) => {
        size = Math.max(size, bytes);
        bookBytes(bytes);
      };
      const asked = { query: prefix ?? null, tag: tag ?? null, folder_id: folderId ?? null };
      const present = async ({ heads, next, pathOf }: ListedPage & { pathOf: PathOf }) => {
        const results = () => heads.map((head) => presentResult(head, pathOf));
        const members = { ...asked, next_cursor: next ? encodeCursor(order, next) : null };
        return size > LARGE_PAGE_BYTES
          ? pageInSlices(heads, shapeOfResults(heads.length, members, { urlOf, pathOf }))
          : largeWork.run(actor.owner, size, () => resultPage(results(), members));
      };
      const input = { prefix, tag, folderId, isRecursive, order, limit, offset, after, reading, onSize, present };
      const page = await searchDocuments(context, actor, input);
      return { status: 200, text: page.bytes, etag: page.entityTag };
    },
  });
}

function placeIn({ sort = 'title', cursor, offset }: Static<typeof SearchDocumentsQuery>) {
  const after = decodeCursor(sort, cursor);
  if (!after || offset === undefined) return after;
  throw validationError([{ path: '/cursor', message: 'must not be with offset' }]);
}
