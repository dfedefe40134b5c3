import { validationError } from '../domain/errors.js';
import type { Precondition } from '../domain/precondition.js';

/** Raises a validation error unless the key is 1 to 255 visible ASCII characters. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw headerError('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
}

const ENTITY_TAG = /[ \t]*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)/y;

/** Raises a validation error for anything but `*` or a list of entity tags (RFC 9110, 13.1.1). */
export function parseIfMatch(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  const tags: string[] = [];
  ENTITY_TAG.lastIndex = 0;
  while (ENTITY_TAG.lastIndex < header.length) {
    const tag = ENTITY_TAG.exec(header)?.[1];
    if (tag === undefined) throw headerError('If-Match', 'must be * or a list of entity tags');
    tags.push(tag);
  }
  if (tags.length === 0) throw headerError('If-Match', 'must be * or a list of entity tags');
  return tags;
}

function headerError(name: string, message: string) {
  return validationError([{ path: name, message }]);
}
