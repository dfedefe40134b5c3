import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { Context } from './context.js';
import type { ReadContent } from './get-document.js';
import { readOwnedHead } from './owned-head.js';
import { readSizedVersion } from './read-version.js';

export type WantedVersion = { documentId: string; version: number };

export async function getVersion(
  context: Context,
  actor: Actor,
  { documentId, version }: WantedVersion,
): Promise<{ read: ReadContent }> {
  const head = await readOwnedHead(context, actor, documentId);
  if (version > head.currentVersion) throw new QuireError('VERSION_NOT_FOUND');
  return { read: (onSize) => readSizedVersion(context, documentId, version, onSize) };
}
