import { createHash } from 'node:crypto';
import type { Content } from './document.js';
import { QuireError } from './errors.js';
import type { IdempotencyMark } from './version.js';

const HASH_CHARACTERS = 22;

/**
 * The mark of a request that carries an Idempotency-Key. `scope` names what the key belongs to: one owner's
 * creations, or one document. `request` is everything that makes two requests the same one.
 */
export function idempotencyMark(scope: string, key: string, request: unknown): IdempotencyMark {
  return { key: hash(`${scope}\0${key}`), request: hash(JSON.stringify(request)) };
}

/**
 * Content with the members of its metadata in one order, for `idempotencyMark`: JSON objects have none, and many
 * languages send them in another one each time.
 */
export function inOneOrder(content: Content): Content {
  return {
    ...content,
    metadata: sorted(content.metadata),
    blocks: content.blocks.map((block) => (block.metadata ? { ...block, metadata: sorted(block.metadata) } : block)),
  };
}

/** A member of any name stays one: `fromEntries` sets no prototype. */
function sorted<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted) as T;
  const members = Object.entries(value).map(([name, item]): [string, unknown] => [name, sorted(item)]);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}

/** Raises `IDEMPOTENCY_KEY_REUSED` where the key came with another request before. */
export function checkSameRequest(mark: IdempotencyMark, earlier: IdempotencyMark | null): void {
  if (!isSameRequest(mark, earlier)) throw new QuireError('IDEMPOTENCY_KEY_REUSED');
}

export function isSameRequest(mark: IdempotencyMark | null, earlier: IdempotencyMark | null): boolean {
  return mark !== null && mark.key === earlier?.key && mark.request === earlier.request;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARACTERS);
}
