import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { Version } from '../domain/version.js';
import type { Context } from './context.js';
import { readOwnedHead } from './owned-head.js';
import { readVersion } from './read-version.js';

/** Raises `DOCUMENT_NOT_FOUND`, `NOT_OWNER`, `VERSION_NOT_FOUND`. */
export async function getVersion(
  context: Context, actor: Actor, documentId: string, version: number,
): Promise<Version> {
  const head = await readOwnedHead(context, actor, documentId);
  if (version > head.currentVersion) throw new QuireError('VERSION_NOT_FOUND');
  return readVersion(context, documentId, version);
}
