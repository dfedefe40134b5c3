import { compareVersions } from '../../domain/diff/compare-versions.js';
import type { Version } from '../../domain/version.js';
import { diffVersions, type VersionPair } from '../../operations/diff-versions.js';
import { diffJson } from '../../render/worker/diff-json.js';
import { bufferOf } from '../../render/worker/render-pool.js';
import { sent, type SentVersion } from '../../render/worker/sent-version.js';
import { defineRoute, type RouteServices } from '../route.js';
import { TwoVersionsParams } from '../schemas/common.js';
import { VersionDiffAnswer } from '../schemas/diffs.js';
import { EXAMPLES } from '../schemas/examples.js';

/** Longer versions, in bytes of both, are compared in a thread. */
const LONG_BYTES = 64 * 1024;

export function diffVersionsRoute({ context, largeWork, render }: RouteServices) {
  const compareHere = (owner: string, pair: VersionPair) =>
    largeWork.runInSteps(owner, pair.bytes, compareAndPresent(pair));
  const compareInThread = async (owner: string, { from, to, bytes }: VersionPair) => {
    const versions = await largeWork.runInSteps(owner, bytes, sentPair(from, to));
    return bufferOf(await render({ line: 'owners', asker: owner }, { kind: 'diff', ...versions }));
  };
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
      const { owner } = actor;
      const from = Number(params.from_version);
      const to = Number(params.to_version);
      const { read } = await diffVersions(context, actor, { documentId: params.document_id, from, to });
      const load = async () => {
        const pair = await read(bookBytes);
        const isLong = pair.bytes > LONG_BYTES;
        const json = await (isLong ? compareInThread(owner, pair) : compareHere(owner, pair));
        bookBytes(pair.bytes + json.length);
        return json;
      };
      return { status: 200, etag: `"${from}-${to}"`, load };
    },
  });
}

function* sentPair(from: Version, to: Version): Generator<void, { from: SentVersion; to: SentVersion }> {
  return { from: yield* sent(from), to: yield* sent(to) };
}

function* compareAndPresent({ from, to }: VersionPair): Generator<void, Buffer> {
  return yield* diffJson({ from, to }, yield* compareVersions(from, to));
}
