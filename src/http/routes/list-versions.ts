import { Type } from '@sinclair/typebox';
import { listVersions } from '../../operations/list-versions.js';
import { listText } from '../answers/list-text.js';
import { versionSummaryText } from '../present/versions.js';
import { defineRoute, type RouteServices } from '../route.js';
import { VersionListAnswer } from '../schemas/answers.js';
import { DocumentParams, ListPaging } from '../schemas/common.js';
import { EXAMPLES } from '../schemas/examples.js';

export function listVersionsRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'listVersions',
    summary: 'List the versions of a document, oldest first',
    description: 'All versions are listed unless `limit` is sent. The entity tag is the number of the newest version.',
    tag: 'versions',
    method: 'get',
    path: '/v1/documents/:document_id/versions',
    role: 'documents:read',
    params: DocumentParams,
    query: Type.Object({ ...ListPaging }),
    success: { status: 200, description: 'Version summaries.', schema: VersionListAnswer },
    example: EXAMPLES.listVersions,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND'],
    handle: async ({ actor, params, query, bookBytes }) => {
      const { limit, offset = 0 } = query;
      const list = await listVersions(context, actor, { documentId: params.document_id, limit, offset });
      const text = await listText(
        list.pages(),
        { start: '{"versions":[', textOf: versionSummaryText, end: `],"current_version":${list.currentVersion}}` },
        bookBytes,
      );
      const etag = `"${list.currentVersion}"`;
      return { status: 200, etag, ...(typeof text === 'string' ? { text } : { slices: text }) };
    },
  });
}
