import type { Static } from '@sinclair/typebox';
import type { IdempotencyMark } from '../domain/version.js';
import { NullableText } from './shapes.js';

export const IDEMPOTENCY_FIELDS = { idempotency_key_hash: NullableText, request_hash: NullableText };
type IdempotencyFields = { [Name in keyof typeof IDEMPOTENCY_FIELDS]: Static<typeof NullableText> };

export function idempotencyFields(mark: IdempotencyMark | null): IdempotencyFields {
  return { idempotency_key_hash: mark?.key ?? null, request_hash: mark?.request ?? null };
}

export function idempotencyOf(stored: IdempotencyFields): IdempotencyMark | null {
  const { idempotency_key_hash: key, request_hash: request } = stored;
  return key === null || request === null ? null : { key, request };
}
