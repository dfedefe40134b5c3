import { createHash } from 'node:crypto';

/** The entity tag of what has no number of its own. */
export function hashTag(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

/** As `hashTag` of the whole text. */
export async function hashSlices(slices: AsyncIterable<string>): Promise<string> {
  const hash = createHash('sha1');
  for await (const slice of slices) hash.update(slice);
  return `"${hash.digest('base64url')}"`;
}

/**
 * Whether If-None-Match names this entity tag, compared weakly (RFC 9110, 13.1.2). Of a malformed header what can be
 * read counts. A `Cache-Control: no-cache` beside it changes nothing: it is a question about the answer, which
 * is made anew each time, and some clients send it with every conditional request.
 */
export function matchesNone(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(/"[\x21\x23-\x7e\x80-\xff]*"/g)].some(([tag]) => tag === entityTag);
}
