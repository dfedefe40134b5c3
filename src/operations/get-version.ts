import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { LivingHead } from '../domain/head.js';
import type { ReadContent } from './get-document.js';
import { readOwnedHead } from './owned-head.js';
import { readSizedVersion, type VersionReads, type WantedVersion } from './read-version.js';

export async function getVersion(
  ports: VersionReads,
  actor: Actor,
  wanted: WantedVersion,
): Promise<{ head: LivingHead; read: ReadContent }> {
  const head = await readOwnedHead(ports, actor, wanted.documentId);
  if (wanted.version > head.currentVersion) throw new QuireError('VERSION_NOT_FOUND');
  return { head, read: (onSize) => readSizedVersion(ports, wanted, onSize) };
}
