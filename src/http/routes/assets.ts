import { setImmediate as nextTurn } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { validationError } from '../../domain/errors.js';
import { ASKED_ASSETS } from '../../domain/limits.js';
import { assetNotFound } from '../../operations/assets/kept-assets.js';
import { defineRoute, type RouteServices } from '../route.js';
import {
  AnyBytes,
  AskedAssets,
  AssetAnswer,
  AssetParams,
  MissingAnswer,
  oneAsset,
  severalAssets,
  UploadedAnswer,
} from '../schemas/assets.js';
import { EXAMPLES } from '../schemas/examples.js';
import { checkAssetNames } from './shared/content-of.js';
import { assetReply, ASSET_IS } from '../answers/asset-reply.js';

/** The worst legal request has the largest asset, which is hashed in about 10 ms and written once. */
export function putAssetRoute({ context, limits }: RouteServices) {
  return defineRoute({
    operationId: 'putAsset',
    summary: 'Keep an asset',
    description:
      'The body is the bytes, of any type. They are kept for 12 hours, and as long as a document has a version that names ' +
      'them; nobody but their owner sees them by this address.',
    tag: 'assets',
    method: 'put',
    path: '/v1/assets/:sha256',
    role: 'documents:write',
    params: AssetParams,
    raw: oneAsset(limits),
    success: {
      status: 200,
      description: 'It was there already, and is kept for another 12 hours.',
      schema: AssetAnswer,
      making: { description: 'It is kept.', location: '/v1/assets/{sha256}' },
    },
    example: EXAMPLES.putAsset,
    errors: [],
    handle: async ({ actor: { owner }, params: { sha256 }, files, stored }) => {
      const [bytes = Buffer.alloc(0)] = files.values();
      const sum = sha256Of(bytes);
      if (sum !== sha256) throw validationError([{ path: '/sha256', message: `must be ${sum}, as of the body` }]);
      const isNew = await context.assets.add({ owner, sha256 }, bytes);
      if (isNew) stored.keep();
      const body = { sha256, bytes: bytes.length };
      const made = { status: 201, location: `/v1/assets/${sha256}` };
      return { status: 200, ...(isNew && made), body, etag: `"${sha256}"` };
    },
  });
}

/** The worst legal request has the largest form, which is taken apart in turns of 64 KiB and hashed file by file. */
export function postAssetsRoute({ context, limits }: RouteServices) {
  return defineRoute({
    operationId: 'postAssets',
    summary: 'Keep several assets',
    description:
      'Each field of the form is a file. After a failure some may be kept. If none is new, no bytes are counted; else ' +
      'those of the whole body.',
    tag: 'assets',
    method: 'post',
    path: '/v1/assets',
    role: 'documents:write',
    raw: severalAssets(limits),
    success: { status: 200, description: 'They are kept.', schema: UploadedAnswer },
    example: EXAMPLES.postAssets,
    errors: [],
    handle: async ({ actor: { owner }, files, stored }) => {
      checkAssetNames(files.keys());
      const hashes: [string, string][] = [];
      let isAnyNew = false;
      for (const [name, file] of files) {
        const sha256 = sha256Of(file);
        isAnyNew = (await context.assets.add({ owner, sha256 }, file)) || isAnyNew;
        hashes.push([name, sha256]);
        await nextTurn();
      }
      if (isAnyNew) stored.keep();
      return { status: 200, body: { assets: Object.fromEntries(hashes) } };
    },
  });
}

/** The worst legal request lists and reads the newest entry of each asset, sixteen at a time, and writes another. */
export function missingAssetsRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'findMissingAssets',
    summary: 'Which assets have to be sent',
    description: `Asks for at most ${ASKED_ASSETS} at once. Those that are there are kept for another 12 hours.`,
    tag: 'assets',
    method: 'post',
    path: '/v1/assets/missing',
    role: 'documents:write',
    body: AskedAssets,
    success: { status: 200, description: 'Those that are not there.', schema: MissingAnswer },
    example: EXAMPLES.findMissingAssets,
    errors: [],
    handle: async ({ actor: { owner }, body: { ids } }) => ({
      status: 200,
      body: { missing: await context.assets.missing(owner, ids) },
    }),
  });
}

/** The worst legal request reads the largest asset. */
export function getAssetRoute({ context }: RouteServices) {
  return defineRoute({
    operationId: 'getAsset',
    summary: 'Read an asset',
    description: `Of the owner of the key; of another owner there is none. ${ASSET_IS}`,
    tag: 'assets',
    method: 'get',
    path: '/v1/assets/:sha256',
    role: 'documents:read',
    params: AssetParams,
    success: { status: 200, description: 'The bytes.', schema: AnyBytes, mediaType: '*/*' },
    example: EXAMPLES.getAsset,
    errors: ['ASSET_NOT_FOUND'],
    handle: async ({ actor: { owner }, params: { sha256 }, bookBytes }) => {
      const name = { owner, sha256 };
      if (!(await context.assets.find(name))) throw assetNotFound([sha256]);
      return assetReply(context, name, bookBytes);
    },
  });
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
