import type { IdempotencyMark } from '../domain/version.js';

/** How an idempotency mark lies in a stored object. */
export type IdempotencyFields = { idempotency_key_hash: string | null; request_hash: string | null };

export function idempotencyFields(mark: IdempotencyMark | null): IdempotencyFields {
  return { idempotency_key_hash: mark?.key ?? null, request_hash: mark?.request ?? null };
}

export function idempotencyOf(stored: IdempotencyFields): IdempotencyMark | null {
  const { idempotency_key_hash: key, request_hash: request } = stored;
  return key === null || request === null ? null : { key, request };
}
