import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { Version } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import type { Context } from './context.js';
import { readOwnedHead } from './owned-head.js';
import { readVersion } from './read-version.js';

export type WantedVersion = { documentId: string; version: number; onSize?: OnSize };

/** Raises `DOCUMENT_NOT_FOUND`, `NOT_OWNER`, `VERSION_NOT_FOUND`, and what `onSize` raises. */
export async function getVersion(
  context: Context, actor: Actor, { documentId, version, onSize }: WantedVersion,
): Promise<Version> {
  const head = await readOwnedHead(context, actor, documentId);
  if (version > head.currentVersion) throw new QuireError('VERSION_NOT_FOUND');
  return readVersion(context, documentId, version, onSize);
}
