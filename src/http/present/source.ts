import type { Attached } from '../../domain/content/assets.js';
import type { ContentType } from '../../domain/document.js';
import { mediaTypeOf, type SourceInfo } from '../../domain/content/source.js';

/** `converted` is there only where the text was beyond the bounds of conversion. */
export function presentSource(source: SourceInfo | null, contentType: ContentType) {
  const presented = source && { media_type: mediaTypeOf(contentType), sha256: source.sha256, bytes: source.bytes };
  return { source: presented, ...presentConverted(source) };
}

export function presentConverted(source: SourceInfo | null): { converted?: 'plain' } {
  return source?.isPlain ? { converted: 'plain' } : {};
}

export function presentAttached({ assets, root }: Attached) {
  return { assets: Object.fromEntries(assets), root };
}
