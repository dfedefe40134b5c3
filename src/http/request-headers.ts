import { validationError } from '../domain/errors.js';
import type { Precondition } from '../domain/precondition.js';
import { withoutCoding } from './answers/entity-tags.js';
import { withoutFileEnd } from './answers/wants-file.js';

/** Raises a validation error unless the key is 1 to 255 visible ASCII characters. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw headerError('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
}

/** An entity tag, or an empty list element, which is ignored (RFC 9110, 5.6.1.2). */
const ELEMENT = /[ \t]*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)")?[ \t]*(?:,|$)/y;

/**
 * Tags of versions never end as a compressing proxy ends tags, so such an end is left out. Raises a validation error
 * unless the header is `*` or lists at least one entity tag (RFC 9110, 13.1.1).
 */
export function parseIfMatch(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  const tags: string[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < header.length) {
    const element = ELEMENT.exec(header);
    if (!element) throw headerError('If-Match', 'must be * or a list of entity tags');
    if (element[1] !== undefined) tags.push(withoutFileEnd(withoutCoding(element[1])));
  }
  if (tags.length === 0) throw headerError('If-Match', 'must be * or a list of entity tags');
  return tags;
}

/** Raises a validation error for anything but `*`. */
export function parseOnlyIfNone(header: string | undefined): boolean {
  if (header === undefined || header.trim() === '*') return header !== undefined;
  throw headerError('If-None-Match', 'must be *');
}

function headerError(name: string, message: string) {
  return validationError([{ path: name, message }]);
}
