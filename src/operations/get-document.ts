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

/** Reads a version that was there a moment ago. Raises `DOCUMENT_NOT_FOUND`, and what `onSize` raises. */
export type ReadContent = (onSize?: OnSize) => Promise<SizedVersion>;

/** A document, and what reads its newest content. Raises `DOCUMENT_NOT_FOUND`, `NOT_OWNER`. */
export async function getDocument(
  context: Context, actor: Actor, documentId: string,
): Promise<{ head: LivingHead; read: ReadContent }> {
  const head = await readOwnedHead(context, actor, documentId);
  return { head, read: (onSize) => readSizedVersion(context, documentId, head.currentVersion, onSize) };
}

/**
 * What everybody may see: a private document, or one of a suspended owner, is as absent as an unknown one. Raises
 * `DOCUMENT_NOT_FOUND`.
 */
export async function findPublicHead(context: Context, documentId: string): Promise<LivingHead> {
  const head = isId(documentId) ? (await context.index.readHead(documentId))?.head : undefined;
  if (!head || head.deleted || head.visibility !== 'public') throw new QuireError('DOCUMENT_NOT_FOUND');
  if (await context.isSuspended(head.owner)) throw new QuireError('DOCUMENT_NOT_FOUND');
  return head;
}
