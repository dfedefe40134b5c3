import { Type } from '@sinclair/typebox';
import { ASKED_ASSETS, UPLOADED_ASSETS, UPLOADED_BYTES, type Limits } from '../../domain/limits.js';
import { describedAs, integerFrom, named, text } from './common.js';
import { AssetMap } from './contents.js';
import { ASSET, ASSET_TEXT, DOCUMENT_ID } from './examples.js';

const HASH = '^[0-9a-f]{64}$';
const Sha256 = Type.String({ pattern: HASH, description: 'SHA-256 of the bytes, in hexadecimal.', examples: [ASSET] });

export const AssetParams = Type.Object({ sha256: Sha256 });
export const DocumentAssetParams = Type.Object({
  document_id: text('The identifier of the document.', { examples: [DOCUMENT_ID] }),
  sha256: Sha256,
});
export const VersionAssetParams = Type.Object({
  document_id: DocumentAssetParams.properties.document_id,
  version_number: describedAs(Type.String({ pattern: '^[1-9][0-9]*$' }), {
    type: 'integer',
    minimum: 1,
    description: 'The number of the version.',
    examples: [1],
  }),
  sha256: Sha256,
});

export const AssetAnswer = named(
  'Asset',
  Type.Object(
    { sha256: text('SHA-256 of the bytes, in hexadecimal.', { pattern: HASH }), bytes: integerFrom(0, 'How many.') },
    { description: 'An asset that is kept.' },
  ),
);

export const UploadedAnswer = named(
  'UploadedAssets',
  Type.Object({ assets: AssetMap }, { description: 'What was sent, by the names of the fields.' }),
);

const hashes = (description: string) =>
  Type.Array(Type.String({ pattern: HASH }), { maxItems: ASKED_ASSETS, description });

export const AskedAssets = named(
  'AskedAssets',
  Type.Object({ ids: hashes('SHA-256 of assets, in hexadecimal.') }, { description: 'Assets that may be there.' }),
);
export const MissingAnswer = named(
  'MissingAssets',
  Type.Object({ missing: hashes('Those that are not there.') }, { description: 'What has to be sent.' }),
);

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };

/** A body of any bytes, as tools describe it. */
export function oneAsset({ assetBytes: limit }: Pick<Limits, 'assetBytes'>) {
  const schema = { ...BYTES, description: `The bytes, at most ${limit}.` };
  return { limit, content: { 'application/octet-stream': { schema, example: ASSET_TEXT } } };
}

export function severalAssets({ assetBytes }: Pick<Limits, 'assetBytes'>) {
  const schema = {
    type: 'object',
    description:
      `At most ${UPLOADED_ASSETS} files of at most ${assetBytes} bytes, and ${UPLOADED_BYTES} bytes in all. The name of ` +
      'a field is what the answer calls the file.',
    additionalProperties: BYTES,
  };
  const example = { 'img/a.png': ASSET_TEXT };
  const form = { files: UPLOADED_ASSETS, fileBytes: assetBytes };
  return { limit: UPLOADED_BYTES, form, content: { 'multipart/form-data': { schema, example } } };
}

export const AnyBytes = describedAs(Type.String(), { ...BYTES, description: 'The bytes.' });
