import type { Attached } from '../../domain/content/assets.js';
import type { ContentType } from '../../domain/document.js';
import { mediaTypeOf, type SourceInfo } from '../../domain/content/source.js';

export function presentSource(source: SourceInfo | null, contentType: ContentType) {
  return { source: presentSourceAlone(source, contentType), ...presentConverted(source) };
}

export function presentSourceAlone(source: SourceInfo | null, contentType: ContentType) {
  return source && { media_type: mediaTypeOf(contentType), sha256: source.sha256, bytes: source.bytes };
}

/** Only where the text was beyond the bounds of conversion. */
export function presentConverted(source: SourceInfo | null): { converted?: 'plain' } {
  return source?.isPlain ? { converted: 'plain' } : {};
}

/** Of JSON text, members after others. */
export function convertedText(source: SourceInfo | null): string {
  return source?.isPlain ? ',"converted":"plain"' : '';
}

export function presentAttached({ assets, root }: Attached) {
  return { assets: Object.fromEntries(assets), root };
}
