import { assetTypeOf } from '../../domain/content/asset-type.js';
import type { AssetReads } from '../../operations/assets/named-assets.js';
import type { Reply } from '../route.js';

export const ASSET_IS =
  'Its type is told by its first bytes. PNG, JPEG, GIF, WebP and AVIF are shown in place, all else is an attachment. ' +
  'The entity tag is the hash.';

const HEADERS = { 'Content-Security-Policy': "default-src 'none'; sandbox", 'X-Content-Type-Options': 'nosniff' };

/** Bytes of strangers: no browser runs any of them. */
export function assetHeaders(bytes: Buffer) {
  const { type, isImage } = assetTypeOf(bytes);
  return { ...HEADERS, 'Content-Type': type, 'Content-Disposition': isImage ? 'inline' : 'attachment' };
}

/** Only after it is known that the asset may be read. Raises `ASSET_NOT_FOUND` when it is loaded. */
export function assetReply(
  context: Pick<AssetReads, 'assets'>,
  name: { owner: string; sha256: string },
  bookBytes: (bytes: number) => void,
): Reply {
  return {
    status: 200,
    etag: `"${name.sha256}"`,
    headers: HEADERS,
    isLoadedForHead: true,
    loadFile: async () => {
      const bytes = await context.assets.read(name, bookBytes);
      const { 'Content-Type': type, ...headers } = assetHeaders(bytes);
      return { type, bytes, headers };
    },
  };
}
