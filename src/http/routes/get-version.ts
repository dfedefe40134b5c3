import { getVersion } from '../../operations/get-version.js';
import { wantsFile } from '../answers/wants-file.js';
import { fileReply } from './shared/file-reply.js';
import { FILE_IS } from './get-document.js';
import { isTextKept } from '../present/blocks.js';
import { versionText } from '../present/versions.js';
import { defineRoute, type RouteServices } from '../route.js';
import { VersionAnswer } from '../schemas/answers.js';
import { VersionParams } from '../schemas/common.js';
import { EXAMPLES } from '../schemas/examples.js';

export function getVersionRoute({ context, largeWork, render }: RouteServices) {
  return defineRoute({
    operationId: 'getVersion',
    summary: 'Read one version of a document',
    description: `A version never changes, and it can be read as long as its document exists. ${FILE_IS}`,
    tag: 'versions',
    method: 'get',
    path: '/v1/documents/:document_id/versions/:version_number',
    role: 'documents:read',
    params: VersionParams,
    success: { status: 200, description: 'The version.', schema: VersionAnswer },
    example: EXAMPLES.getVersion,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND', 'VERSION_NOT_FOUND'],
    handle: async ({ actor, params, accept, bookBytes }) => {
      const wanted = { documentId: params.document_id, version: Number(params.version_number) };
      const { head, read } = await getVersion(context, actor, wanted);
      const tag = String(wanted.version);
      const { owner } = actor;
      if (wantsFile(accept)) return fileReply({ head, read, tag, owner, bookBytes }, { largeWork, render });
      const load = async () => {
        const { version, bytes } = await read(bookBytes);
        return largeWork.run(owner, isTextKept(version.blocks) ? 0 : bytes, () => versionText(version));
      };
      return { status: 200, etag: `"${tag}"`, isNegotiated: true, load };
    },
  });
}
