import { compareVersions } from '../../domain/diff/compare-versions.js';
import { diffVersions, type VersionPair } from '../../operations/diff-versions.js';
import { diffJson } from '../../render/diff-json.js';
import { defineRoute, type RouteServices } from '../route.js';
import { TwoVersionsParams } from '../schemas/common.js';
import { VersionDiffAnswer } from '../schemas/diffs.js';
import { EXAMPLES } from '../schemas/examples.js';

export function diffVersionsRoute({ context, largeWork }: RouteServices) {
  return defineRoute({
    operationId: 'diffVersions',
    summary: 'Tell what differs between two versions of a document',
    description:
      'Compares fields, and blocks by their content: which are kept, moved, added, removed or changed, with the ' +
      'differences of a changed text by words.',
    tag: 'versions',
    method: 'get',
    path: '/v1/documents/:document_id/versions/:from_version/diff/:to_version',
    role: 'documents:read',
    params: TwoVersionsParams,
    success: { status: 200, description: 'The differences.', schema: VersionDiffAnswer },
    example: EXAMPLES.diffVersions,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND', 'VERSION_NOT_FOUND'],
    handle: async ({ actor, params, bookBytes }) => {
      const from = Number(params.from_version);
      const to = Number(params.to_version);
      const { read } = await diffVersions(context, actor, { documentId: params.document_id, from, to });
      const load = async () => {
        const pair = await read(bookBytes);
        const json = await largeWork.runInSteps(actor.owner, pair.bytes, compareAndPresent(pair));
        bookBytes(pair.bytes + json.length);
        return json;
      };
      return { status: 200, etag: `"${from}-${to}"`, load };
    },
  });
}

function* compareAndPresent({ from, to }: VersionPair): Generator<void, Buffer> {
  return yield* diffJson({ from, to }, yield* compareVersions(from, to));
}
