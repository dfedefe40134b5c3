import { Type, type Static } from '@sinclair/typebox';
import { DOCUMENT_LIST_LIMIT, DEFAULT_DOCUMENT_LIST_LIMIT } from '../../domain/limits.js';
import type { LivingHead } from '../../domain/head.js';
import { chosenFolderId } from '../../operations/folders/folder-at-path.js';
import { pathsOf } from '../../operations/folders/folder-paths.js';
import { listDocuments } from '../../operations/list-documents.js';
import { LARGE_PAGE_BYTES, pageInSlices } from '../answers/result-page.js';
import { decodeCursor, encodeCursor } from '../present/cursor.js';
import { listedDocumentText } from '../present/documents.js';
import { nameFolder } from '../request-names.js';
import { defineRoute, type RouteServices } from '../route.js';
import { DocumentListAnswer } from '../schemas/answers.js';
import { EXAMPLES, FOLDER_ID } from '../schemas/examples.js';
import { text } from '../schemas/common.js';
import { chosenFolder, folderPathQuery, isBelow, recursiveQuery } from './shared/folder-path.js';
import { conditionQueries, sortQuery, timeIn } from './shared/result-order.js';

const ListDocumentsQuery = Type.Object({
  folder_id: Type.Optional(
    Type.String({ description: 'Only documents in this folder. Empty: absent.', examples: [FOLDER_ID] }),
  ),
  folder_path: folderPathQuery('folder_id', '/Work'),
  recursive: recursiveQuery('With a folder: documents in the folders below it, too.'),
  tag: Type.Optional(text('Only documents with this tag, exactly. Empty: absent.', { examples: ['plan'] })),
  ...conditionQueries('guides/'),
  sort: sortQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: DOCUMENT_LIST_LIMIT,
      default: DEFAULT_DOCUMENT_LIST_LIMIT,
      description: 'The most documents to answer with.',
      examples: [DOCUMENT_LIST_LIMIT],
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'The `next_cursor` of the page before. Empty: the first page.' })),
});

const START = '{"documents":[';

/**
 * The worst legal request looks at the keys of 2,000 documents or reads 4 MB of them, a megabyte at a time: some
 * 100 ms of CPU. Its answer has 4 MB, or one document.
 */
export function listDocumentsRoute({ context, urlOf, largeWork }: RouteServices) {
  return defineRoute({
    operationId: 'listDocuments',
    summary: 'List documents page by page',
    description:
      'Lists all documents of the owner, or those that meet every condition, by title or as `sort` says. Follow ' +
      '`next_cursor` until it is null: a page ends at 4 MB, and may be short or empty. A document whose folder and title ' +
      '(or what `sort` and the conditions name) stay comes exactly once. Every write that was answered before the page ' +
      'was asked for is seen.',
    tag: 'documents',
    method: 'get',
    path: '/v1/documents',
    role: 'documents:read',
    query: ListDocumentsQuery,
    success: {
      status: 200,
      description: 'One page. It may be short and still have a cursor.',
      schema: DocumentListAnswer,
    },
    example: EXAMPLES.listDocuments,
    errors: ['FOLDER_NOT_FOUND'],
    handle: async ({ actor, reading, query, names, bookBytes }) => {
      const { limit = DEFAULT_DOCUMENT_LIST_LIMIT } = query;
      let size = 0;
      const onSize = (bytes: number) => {
        size = Math.max(size, bytes);
        bookBytes(bytes);
      };
      const turn = () => largeWork.turn(actor.owner);
      const { folder, ...conditions } = conditionsOf(query);
      const folderId = await chosenFolderId(context, actor, folder);
      nameFolder(names, { folder_id: folderId });
      const asked = { ...conditions, folderId, limit, reading, onSize, turn };
      const { heads, next } = await listDocuments(context, actor, asked);
      const pathOf = await pathsOf(context, actor.owner, heads);
      const textOf = (head: LivingHead) => listedDocumentText(head, { urlOf, pathOf });
      const end = `],"next_cursor":${next ? `"${encodeCursor(conditions.order, next)}"` : 'null'}}`;
      if (size > LARGE_PAGE_BYTES) {
        const page = await pageInSlices(heads, { start: START, textOf, end });
        return { status: 200, text: page.bytes, etag: page.entityTag };
      }
      const text = await largeWork.run(actor.owner, size, () => START + heads.map(textOf).join(',') + end);
      return { status: 200, text, etag: 'hash' };
    },
  });
}

function conditionsOf(query: Static<typeof ListDocumentsQuery>) {
  const folder = chosenFolder({ id: query.folder_id || undefined, path: query.folder_path || undefined });
  const isRecursive = isBelow(query, folder);
  const { sort: order = 'title', visibility } = query;
  const [updatedFrom, updatedBefore] = [timeIn(query, 'updated_from'), timeIn(query, 'updated_before')];
  const conditions = { keyPrefix: query.key_prefix || undefined, tag: query.tag || undefined, visibility };
  return {
    folder,
    isRecursive,
    ...conditions,
    updatedFrom,
    updatedBefore,
    order,
    after: decodeCursor(order, query.cursor),
  };
}
