import type { IdempotencyMark } from './version.js';

/** A life of a key: one document, from its first version to its end. The highest life of a key holds. */
export type KeyLife = {
  /** Derived from owner and key. */
  name: string;
  owner: string;
  key: string;
  life: number;
  /** The identifier of the document. */
  id: string;
  createdAt: string;
  /** Idempotency-Keys of the documents of earlier lives, the newest hundred. */
  marks: readonly FormerMark[];
};

/** `documentId`: of the document that used the Idempotency-Key. Undefined: an older process noted the mark. */
export type FormerMark = IdempotencyMark & { documentId?: string | undefined };

/** What the index keeps of the highest life of a key. */
export type KeyEntry = Pick<KeyLife, 'name' | 'owner' | 'life' | 'id'> & { hasMarks: boolean };

export const DOCUMENT_KEY_BYTES = 512;

/** Undefined: a key. Otherwise what is wrong with it. */
export function faultOfDocumentKey(key: string): string | undefined {
  if (key === '') return 'must not be empty';
  if (!key.isWellFormed()) return 'must be Unicode text without lone surrogates';
  if (Buffer.byteLength(key) > DOCUMENT_KEY_BYTES) return `must be at most ${DOCUMENT_KEY_BYTES} bytes of UTF-8`;
  const isBad = (segment: string) => segment === '' || segment === '.' || segment === '..';
  return key.split('/').some(isBad) ? 'must have no segment that is empty, "." or ".."' : undefined;
}

export function entryOf({ name, owner, life, id, marks }: KeyLife): KeyEntry {
  return { name, owner, life, id, hasMarks: marks.length > 0 };
}
