import type { Actor } from '../../domain/api-key.js';
import type { KeyEntry } from '../../domain/document-key.js';
import { QuireError, validationError } from '../../domain/errors.js';
import { derivedId } from '../../domain/ids.js';
import type { KeyEntries } from '../../consistency/key-entries.js';
import type { LivingHead } from '../../domain/head.js';
import { getDocument, type ReadContent } from '../get-document.js';
import type { VersionReads } from '../read-version.js';

type FoundByKey = { head: LivingHead; read: ReadContent; life: number };

/** As `getDocument`. */
export function getByKey(ports: VersionReads & KeyReads, actor: Actor, key: string): Promise<FoundByKey> {
  return withDocumentOf(ports, keyNameOf(actor, key), async ({ id, life }) => ({
    ...(await getDocument(ports, actor, id)),
    life,
  }));
}

export type KeyReads = { keyEntries: KeyEntries };

export function keyNameOf({ owner }: Actor, key: string): string {
  return derivedId('by-key', owner, key);
}

/**
 * Does something with the document that the key leads to. A kept entry is read again where its document is absent or
 * has ended (rule livingConfirms). Raises `DOCUMENT_NOT_FOUND`.
 */
export async function withDocumentOf<T>(
  { keyEntries }: KeyReads,
  name: string,
  work: (entry: KeyEntry) => Promise<T>,
): Promise<T> {
  const kept = keyEntries.kept(name);
  if (kept) {
    try {
      return await work(kept);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  const entry = await keyEntries.read(name);
  if (!entry) throw new QuireError('DOCUMENT_NOT_FOUND');
  return work(entry);
}

/**
 * The entry of a key that must lead to this document. Raises `DOCUMENT_NOT_FOUND` if the key has none, and a validation
 * error if it has another one.
 */
export async function expectKeyOf({ keyEntries }: KeyReads, name: string, documentId: string): Promise<KeyEntry> {
  const entry = await keyEntries.read(name);
  if (!entry) throw new QuireError('DOCUMENT_NOT_FOUND');
  if (entry.id === documentId) return entry;
  throw validationError([{ path: '/key', message: 'must be the key of the document that id names' }]);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof QuireError && error.code === 'DOCUMENT_NOT_FOUND';
}
