import { Type } from '@sinclair/typebox';
import { DEFAULT_SEARCH_LIMIT, OFFSET_LIMIT, SEARCH_LIMIT } from '../../domain/limits.js';
import type { LivingHead } from '../../domain/head.js';
import { searchDocuments } from '../../operations/search-documents.js';
import { resultPage } from '../answers/result-page.js';
import { defineRoute, type RouteServices } from '../route.js';
import { SearchAnswer } from '../schemas/answers.js';

const SearchDocumentsQuery = Type.Object({
  q: Type.Optional(Type.String({ description: 'title prefix, case-insensitive; empty: absent' })),
  tag: Type.Optional(Type.String({ description: 'exact tag; empty: absent' })),
  folder_id: Type.Optional(Type.String({ description: 'only documents in this folder; empty: absent' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: SEARCH_LIMIT, default: DEFAULT_SEARCH_LIMIT })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: OFFSET_LIMIT, default: 0 })),
});

export function searchDocumentsRoute({ context, presentResult, largeWork }: RouteServices) {
  return defineRoute({
    operationId: 'searchDocuments',
    summary: 'Find documents by title prefix and tag',
    method: 'get',
    path: '/v1/documents/search',
    role: 'documents:read',
    query: SearchDocumentsQuery,
    success: { status: 200, description: 'One page of results.', schema: SearchAnswer },
    errors: ['QUERY_REQUIRED', 'FOLDER_NOT_FOUND'],
    handle: async ({ actor, reading, query, bookBytes }) => {
      const prefix = query.q || undefined;
      const tag = query.tag || undefined;
      const folderId = query.folder_id || undefined;
      const { limit = DEFAULT_SEARCH_LIMIT, offset = 0 } = query;
      let size = 0;
      const onSize = (bytes: number) => {
        size = Math.max(size, bytes);
        bookBytes(bytes);
      };
      const asked = { query: prefix ?? null, tag: tag ?? null, folder_id: folderId ?? null };
      const present = (found: LivingHead[]) =>
        largeWork.run(actor.owner, size, () => resultPage(found.map(presentResult), asked));
      const input = { prefix, tag, folderId, limit, offset, reading, onSize, present };
      const page = await searchDocuments(context, actor, input);
      return { status: 200, text: page.bytes, etag: page.entityTag };
    },
  });
}
