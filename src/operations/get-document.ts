import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { LivingHead } from '../domain/head.js';
import { isId } from '../domain/ids.js';
import type { SizedVersion, Version } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import { readOwnedHead, type HeadReads } from './owned-head.js';
import { readSizedVersion, type VersionReads } from './read-version.js';

export type NewestVersion = { head: LivingHead; version: Version };

/** Raises `DOCUMENT_NOT_FOUND` if the document was deleted since the head was read, and what `onSize` raises. */
export type ReadContent = (onSize?: OnSize) => Promise<SizedVersion>;

export async function getDocument(
  ports: VersionReads,
  actor: Actor,
  documentId: string,
): Promise<{ head: LivingHead; read: ReadContent }> {
  const head = await readOwnedHead(ports, actor, documentId);
  return { head, read: (onSize) => readSizedVersion(ports, { documentId, version: head.currentVersion }, onSize) };
}

export type PublicReads = HeadReads & {
  /** Whether an operator has suspended the owner. The last known answer counts while the store is down. */
  isSuspended(owner: string): Promise<boolean>;
};

/** Raises `DOCUMENT_NOT_FOUND` also for private documents and for those of suspended owners. */
export async function findPublicHead(ports: PublicReads, documentId: string): Promise<LivingHead> {
  const head = isId(documentId) ? (await ports.index.readHead(documentId))?.head : undefined;
  if (!head || head.deleted || head.visibility !== 'public') throw new QuireError('DOCUMENT_NOT_FOUND');
  if (await ports.isSuspended(head.owner)) throw new QuireError('DOCUMENT_NOT_FOUND');
  return head;
}
