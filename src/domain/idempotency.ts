import { createHash } from 'node:crypto';
import { QuireError } from './errors.js';
import type { IdempotencyMark } from './version.js';

const HASH_CHARACTERS = 22;

export type KeyedContent = { key: string; digest: string };

/** `scope`: an owner's creations, or one document. `request`: everything that makes two requests the same. */
export function idempotencyMark(scope: string, key: string, request: unknown): IdempotencyMark {
  return { key: hash(`${scope}\0${key}`), request: hash(JSON.stringify(request)) };
}

type EarlierUse = {
  mark: IdempotencyMark | null;
  /** Undefined: it was no request for a document. */
  documentId: string | undefined;
};

/** Raises `IDEMPOTENCY_KEY_REUSED` if the key came with another request before. */
export function checkSameRequest(mark: IdempotencyMark, earlier: EarlierUse): void {
  if (!isSameRequest(mark, earlier.mark)) throw keyReused(earlier.documentId);
}

/** Keys are scoped by owner or document, so the document of the earlier use is always the caller's. */
export function keyReused(documentId: string | undefined, options?: ErrorOptions): QuireError {
  const details = documentId === undefined ? {} : { document_id: documentId };
  return new QuireError('IDEMPOTENCY_KEY_REUSED', details, options);
}

export function isSameRequest(mark: IdempotencyMark | null, earlier: IdempotencyMark | null): boolean {
  if (mark === null || mark.key !== earlier?.key) return false;
  return earlier.request === mark.request || earlier.request === mark.former;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARACTERS);
}
