import { createHash } from 'node:crypto';

/** `sha256`: of its UTF-8, in hexadecimal. `isPlain`: its bounds were passed, so its blocks are plain paragraphs. */
export type SourceInfo = { sha256: string; bytes: number; isPlain: boolean };

/** The exact text that a version was made of, with a byte order mark if it has one. */
export type Source = SourceInfo & { text: string };

const MEDIA_TYPES = { markdown: 'text/markdown', html: 'text/html', text: 'text/plain' } as const;
type ContentType = keyof typeof MEDIA_TYPES;

/** The type of a source follows from the content type of its version. */
export function mediaTypeOf(contentType: ContentType): (typeof MEDIA_TYPES)[ContentType] {
  return MEDIA_TYPES[contentType];
}

/** `text`: without halves of characters. */
export function sourceOf(text: string, isPlain = false): Source {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { text, sha256, bytes: Buffer.byteLength(text), isPlain };
}

export function sourceInfo(source: SourceInfo | null): SourceInfo | null {
  return source && { sha256: source.sha256, bytes: source.bytes, isPlain: source.isPlain };
}
