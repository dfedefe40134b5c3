import { createHash, hash, type Hash } from 'node:crypto';

/** The entity tag of a content that has no version number. */
export function hashTag(content: string | Buffer): string {
  return `"${hash('sha1', content, 'base64url')}"`;
}

/** Gives the same tag as `hashTag` of the whole text. */
export async function hashSlices(slices: AsyncIterable<string>): Promise<string> {
  const sum = createHash('sha1');
  for await (const slice of slices) sum.update(slice);
  return tagOfSum(sum);
}

/** `sum`: SHA-1. */
export function tagOfSum(sum: Hash): string {
  return `"${sum.digest('base64url')}"`;
}

/** Apache and Caddy add `-gzip`, `-br` or `-zstd` to the tag of an answer that they compress; Jetty adds `--gzip`. */
const CODING = /--?(?:gzip|br|zstd)$/;

/**
 * The content of an entity tag without what a proxy has added to it. A tag of a version is digits and a point, and all
 * other tags of one address are of one length: never does it become another tag of that address.
 */
export function withoutCoding(content: string): string {
  return content.replace(CODING, '');
}

/**
 * Whether If-None-Match names this entity tag, compared weakly (RFC 9110, 13.1.2). In a malformed header the readable
 * tags count. `Cache-Control: no-cache` has no effect: each answer is made anew, and some clients send it with every
 * conditional request.
 */
export function matchesNone(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const own = entityTag.slice(1, -1);
  const named = header.matchAll(/"([\x21\x23-\x7e\x80-\xff]*)"/g);
  return [...named].some(([, tag = '']) => tag === own || withoutCoding(tag) === own);
}
