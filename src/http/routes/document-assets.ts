import { getDocument } from '../../operations/get-document.js';
import { getVersion } from '../../operations/get-version.js';
import { defineRoute, type RouteServices } from '../route.js';
import { AnyBytes, DocumentAssetParams, VersionAssetParams } from '../schemas/assets.js';
import { EXAMPLES } from '../schemas/examples.js';
import { assetReply, ASSET_IS } from '../answers/asset-reply.js';

const shared = {
  tag: 'assets',
  method: 'get',
  role: 'documents:read',
  success: { status: 200, description: 'The bytes.', schema: AnyBytes, mediaType: '*/*' },
  example: EXAMPLES.getAsset,
} as const;

/** The worst legal request reads the largest version, if what it names is not known, and the largest asset. */
export function getDocumentAssetRoute({ context }: RouteServices) {
  return defineRoute({
    ...shared,
    operationId: 'getDocumentAsset',
    summary: 'Read an asset of a document',
    description: `Of one whose newest version names it. ${ASSET_IS}`,
    path: '/v1/documents/:document_id/assets/:sha256',
    params: DocumentAssetParams,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND', 'ASSET_NOT_FOUND'],
    handle: async ({ actor, params: { document_id: documentId, sha256 }, bookBytes }) => {
      const { head } = await getDocument(context, actor, documentId);
      await context.namedAssets.expect(context, head, { version: head.currentVersion, sha256, onSize: bookBytes });
      return assetReply(context, { owner: head.owner, sha256 }, bookBytes);
    },
  });
}

export function getVersionAssetRoute({ context }: RouteServices) {
  return defineRoute({
    ...shared,
    operationId: 'getVersionAsset',
    summary: 'Read an asset of a version',
    description: `Of one version of a document that names it. ${ASSET_IS}`,
    path: '/v1/documents/:document_id/versions/:version_number/assets/:sha256',
    params: VersionAssetParams,
    errors: ['NOT_OWNER', 'DOCUMENT_NOT_FOUND', 'VERSION_NOT_FOUND', 'ASSET_NOT_FOUND'],
    handle: async ({ actor, params, bookBytes }) => {
      const { document_id: documentId, version_number: number, sha256 } = params;
      const wanted = { documentId, version: Number(number) };
      const { head } = await getVersion(context, actor, wanted);
      await context.namedAssets.expect(context, head, { version: wanted.version, sha256, onSize: bookBytes });
      return assetReply(context, { owner: head.owner, sha256 }, bookBytes);
    },
  });
}
