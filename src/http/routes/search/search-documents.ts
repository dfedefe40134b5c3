import type { LivingHead } from '../../../domain/head.js';
import { chosenFolderId } from '../../../operations/folders/folder-at-path.js';
import { searchDocuments } from '../../../operations/search-documents.js';
import { searchWords, type FoundByWords } from '../../../operations/search-words.js';
import type { ListedPage } from '../../../ports/document-index.js';
import { LARGE_PAGE_BYTES, pageInSlices, resultPage, shapeOfResults } from '../../answers/result-page.js';
import { encodeCursor } from '../../present/cursor.js';
import { foundByWordsText, presentCounted } from '../../present/found-by-words.js';
import { nameFolder } from '../../request-names.js';
import { defineRoute, type RouteServices } from '../../route.js';
import { SearchAnswer } from '../../schemas/answers.js';
import { EXAMPLES } from '../../schemas/examples.js';
import { readSearch, SearchDocumentsQuery, type Search } from './search-query.js';

/**
 * The worst legal request answers with 50 documents of the largest metadata, and passes over the owner's other results
 * by `offset`, or in cluster mode by `cursor`; by time, in embedded mode, over all documents of the owner if more than
 * 1,000 are results. With words it looks at 20,000 documents, counts 10,000, and reads 50 versions, four at a time,
 * within three seconds.
 */
export function searchDocumentsRoute(services: RouteServices) {
  const { context, fullText } = services;
  return defineRoute({
    operationId: 'searchDocuments',
    summary: 'Find documents by words, title prefix and tag',
    description:
      'Finds documents that have the words of `text` in title or content, those whose title begins with `q` in any ' +
      'case, and those that have the tag `tag`; with several of them, those that match all. One is required. Every write ' +
      'that was answered before the search began is seen. By relevance, first come those whose title equals the words, ' +
      'then those whose title begins with them, has them side by side, has them all; then those with a block that has ' +
      'them side by side, then all others; among equals the newest. Follow `next_cursor` until it is null: then a result ' +
      'whose title stays (or what `sort` names) comes exactly once, also while others are deleted or changed; with ' +
      '`text` a page may be short and still have it. With `offset`, results that have gone since shift the pages.',
    tag: 'documents',
    method: 'get',
    path: '/v1/documents/search',
    role: 'documents:read',
    query: SearchDocumentsQuery,
    success: { status: 200, description: 'One page of results.', schema: SearchAnswer },
    example: EXAMPLES.searchDocuments,
    errors: ['QUERY_REQUIRED', 'FOLDER_NOT_FOUND'],
    handle: async ({ actor, reading, query, names, bookBytes }) => {
      const search = readSearch(query, fullText);
      const folderId = await chosenFolderId(context, actor, search.folder);
      nameFolder(names, { folder_id: folderId });
      let size = 0;
      const onSize = (bytes: number) => bookBytes((size = Math.max(size, bytes)));
      const place = { folderId, reading, onSize };
      const sent = { owner: actor.owner, search, folderId };
      const page = search.byWords
        ? await searchWords(context, actor, {
            ...search,
            ...search.byWords,
            ...place,
            present: (found) => pageByWords(services, { ...sent, size }, found),
          })
        : await searchDocuments(context, actor, {
            ...search,
            ...place,
            present: (found) => {
              const textOf = (head: LivingHead) => services.presentResult(head, found.pathOf);
              return pageOf(services, { ...sent, size, more: {} }, { ...found, textOf });
            },
          });
      return { status: 200, text: page.bytes, etag: page.entityTag };
    },
  });
}

type Asked = { owner: string; search: Search; folderId: string | undefined; size: number };
type Results = ListedPage & { textOf: (head: LivingHead) => string | Buffer };

/** `more`: members of the answer beside those of every search. */
function pageOf({ largeWork }: RouteServices, asked: Asked & { more: object }, { heads, next, textOf }: Results) {
  const { owner, search, folderId, size, more } = asked;
  const { prefix = null, tag = null, order } = search;
  const cursor = next ? encodeCursor(order, next) : null;
  const members = { query: prefix, tag, folder_id: folderId ?? null, next_cursor: cursor, ...more };
  return size > LARGE_PAGE_BYTES
    ? pageInSlices(
        heads,
        shapeOfResults(heads.length, members, (head) => String(textOf(head))),
      )
    : largeWork.run(owner, size, () => resultPage(heads.map(textOf), members));
}

function pageByWords(services: RouteServices, asked: Asked, found: FoundByWords) {
  const { byWords, tag, moreTags } = asked.search;
  const { pathOf, shown, counted } = found;
  const tags = tag === undefined ? [] : [tag, ...moreTags];
  const more = { text: byWords?.text, tags, ...(counted && byWords && presentCounted(counted, byWords)) };
  const textOf = (head: LivingHead) => foundByWordsText(head, { urlOf: services.urlOf, pathOf }, shown.get(head.id));
  return pageOf(services, { ...asked, more }, { ...found, textOf });
}
