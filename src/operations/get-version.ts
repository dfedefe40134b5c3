import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { ReadContent } from './get-document.js';
import { readOwnedHead } from './owned-head.js';
import { readSizedVersion, type VersionReads } from './read-version.js';

type WantedVersion = { documentId: string; version: number };

export async function getVersion(
  ports: VersionReads,
  actor: Actor,
  { documentId, version }: WantedVersion,
): Promise<{ read: ReadContent }> {
  const head = await readOwnedHead(ports, actor, documentId);
  if (version > head.currentVersion) throw new QuireError('VERSION_NOT_FOUND');
  return { read: (onSize) => readSizedVersion(ports, documentId, version, onSize) };
}
