import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { LivingHead } from '../domain/head.js';
import { isId } from '../domain/ids.js';
import type { SizedVersion, Version } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import type { Context } from './context.js';
import { readOwnedHead } from './owned-head.js';
import { readSizedVersion } from './read-version.js';

export type NewestVersion = { head: LivingHead; version: Version };

/** Raises `DOCUMENT_NOT_FOUND` if the document was deleted since the head was read, and what `onSize` raises. */
export type ReadContent = (onSize?: OnSize) => Promise<SizedVersion>;

export async function getDocument(
  context: Context,
  actor: Actor,
  documentId: string,
): Promise<{ head: LivingHead; read: ReadContent }> {
  const head = await readOwnedHead(context, actor, documentId);
  return { head, read: (onSize) => readSizedVersion(context, documentId, head.currentVersion, onSize) };
}

/** Raises `DOCUMENT_NOT_FOUND` also for private documents and for those of suspended owners. */
export async function findPublicHead(context: Context, documentId: string): Promise<LivingHead> {
  const head = isId(documentId) ? (await context.index.readHead(documentId))?.head : undefined;
  if (!head || head.deleted || head.visibility !== 'public') throw new QuireError('DOCUMENT_NOT_FOUND');
  if (await context.isSuspended(head.owner)) throw new QuireError('DOCUMENT_NOT_FOUND');
  return head;
}
