/** `isImage`: of a kind that browsers show and never run. */
export type AssetType = { type: string; isImage: boolean };

const BEGIN_BYTES = 1_024;
const IMAGES = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
] as const;
const OTHERS = [
  ['application/pdf', /^%PDF-/],
  [
    'image/svg+xml',
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!(?:--(?:(?!-->)[^])*--|DOCTYPE svg[^>[]*(?:\[[^\]]*\]\s*)?)>\s*)*<svg[\s>]/,
  ],
] as const;

/** Told by the first bytes: what the sender says of them does not count. */
export function assetTypeOf(bytes: Uint8Array): AssetType {
  const begin = String.fromCharCode(...bytes.subarray(0, BEGIN_BYTES));
  const isOf = ([, pattern]: readonly [string, RegExp]) => pattern.test(begin);
  const image = IMAGES.find(isOf);
  const [type] = image ?? OTHERS.find(isOf) ?? ['application/octet-stream'];
  return { type, isImage: image !== undefined };
}
