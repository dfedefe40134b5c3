import { Type, type Static } from '@sinclair/typebox';
import { DOCUMENT_KEY_BYTES } from '../../domain/document-key.js';
import { validationError } from '../../domain/errors.js';
import { DOCUMENT_LIST_LIMIT, DEFAULT_DOCUMENT_LIST_LIMIT } from '../../domain/limits.js';
import type { LivingHead } from '../../domain/head.js';
import { chosenFolderId } from '../../operations/folders/folder-at-path.js';
import { listDocuments } from '../../operations/list-documents.js';
import { LARGE_PAGE_BYTES, pageInSlices } from '../answers/result-page.js';
import { decodeCursor, encodeCursor } from '../present/cursor.js';
import { listedDocumentText } from '../present/documents.js';
import { nameFolder } from '../request-names.js';
import { defineRoute, type RouteServices } from '../route.js';
import { DocumentListAnswer } from '../schemas/answers.js';
import { EXAMPLES, FOLDER_ID } from '../schemas/examples.js';
import { stringEnum } from '../schemas/common.js';
import { chosenFolder, folderPathQuery } from './shared/folder-path.js';

const ListDocumentsQuery = Type.Object({
  folder_id: Type.Optional(
    Type.String({ description: 'Only documents in this folder. Empty: absent.', examples: [FOLDER_ID] }),
  ),
  folder_path: folderPathQuery('folder_id', '/Work'),
  recursive: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      ...stringEnum(['true', 'false'], 'With a folder: documents in the folders below it, too. By default `false`.'),
      examples: ['true'],
    }),
  ),
  key_prefix: Type.Optional(
    Type.String({
      maxLength: DOCUMENT_KEY_BYTES,
      description: 'Only documents whose own key begins with this text. Empty: absent.',
      examples: ['guides/'],
    }),
  ),
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
    summary: 'List documents by title, page by page',
    description:
      'Lists all documents of the owner, or those that meet every condition, in the order of a search. Follow ' +
      '`next_cursor` until it is null: a page ends at 4 MB, and may be short or empty. A document whose title and folder ' +
      'stay comes exactly once. Every write that was answered before the page was asked for is seen.',
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
      const textOf = (head: LivingHead) => listedDocumentText(head, urlOf);
      const end = `],"next_cursor":${next ? `"${encodeCursor(next)}"` : 'null'}}`;
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
  const isRecursive = query.recursive === 'true';
  if (isRecursive && folder === undefined) {
    throw validationError([{ path: '/recursive', message: 'must be with folder_id or folder_path' }]);
  }
  return { folder, isRecursive, keyPrefix: query.key_prefix || undefined, after: decodeCursor(query.cursor) };
}
