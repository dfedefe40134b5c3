import { getVersion } from '../../operations/get-version.js';
import { isTextKept } from '../present/blocks.js';
import { versionText } from '../present/versions.js';
import { defineRoute, type RouteServices } from '../route.js';
import { VersionAnswer } from '../schemas/answers.js';
import { VersionParams } from '../schemas/common.js';
import { EXAMPLES } from '../schemas/examples.js';

export function getVersionRoute({ context, largeWork }: RouteServices) {
  return defineRoute({
    operationId: 'getVersion',
    summary: 'Read one version of a document',
    description: 'A version never changes, and it can be read as long as its document exists.',
    tag: 'versions',
    method: 'get',
    path: '/v1/documents/:document_id/versions/:version_number',
    role: 'documents:read',
    params: VersionParams,
    success: { status: 200, description: 'The version.', schema: VersionAnswer },
    example: EXAMPLES.getVersion,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND', 'VERSION_NOT_FOUND'],
    handle: async ({ actor, params, bookBytes }) => {
      const wanted = { documentId: params.document_id, version: Number(params.version_number) };
      const { read } = await getVersion(context, actor, wanted);
      const load = async () => {
        const { version, bytes } = await read(bookBytes);
        return largeWork.run(actor.owner, isTextKept(version.blocks) ? 0 : bytes, () => versionText(version));
      };
      return { status: 200, etag: `"${wanted.version}"`, load };
    },
  });
}
