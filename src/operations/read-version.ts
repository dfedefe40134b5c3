import { QuireError, UnavailableError } from '../domain/errors.js';
import type { VersionSource } from '../consistency/version-cache.js';
import type { SizedVersion, Version } from '../domain/version.js';
import type { VersionLog } from '../log/version-log.js';
import type { DocumentIndex } from '../ports/document-index.js';
import type { OnSize } from '../ports/object-store.js';
import type { VersionCache } from '../consistency/version-cache.js';
import type { HeadReads } from './owned-head.js';

export type VersionReads = HeadReads & { versions: VersionCache };

export type WantedVersion = { documentId: string; version: number };

/** Reads a version at or below the head's: a slot beyond the head is not confirmed yet (rule versionNeedsHead). */
export async function readVersion(ports: VersionReads, wanted: WantedVersion): Promise<Version> {
  return (await readSizedVersion(ports, wanted)).version;
}

/** Raises `DOCUMENT_NOT_FOUND` if the document was deleted since the head was read, and what `onSize` raises. */
export async function readSizedVersion(
  ports: VersionReads,
  { documentId, version }: WantedVersion,
  onSize?: OnSize,
): Promise<SizedVersion> {
  const found = await ports.versions.readSized(documentId, version, onSize);
  if (found) return found;
  const at = await ports.index.readHead(documentId);
  if (!at || at.head.deleted) throw new QuireError('DOCUMENT_NOT_FOUND');
  throw new UnavailableError(`the log lacks version ${version} of ${documentId}, which its head names`);
}

/** As `readSizedVersion`, for callers that hold the version: `onSize` also hears of one from the cache. */
export async function readHeldVersion(
  ports: VersionReads,
  wanted: WantedVersion,
  onSize?: OnSize,
): Promise<SizedVersion> {
  const found = await readSizedVersion(ports, wanted, onSize);
  // A version from the cache, or read for another request, has not called it yet.
  onSize?.(found.bytes);
  return found;
}

export function livingVersions(log: VersionLog, index: Pick<DocumentIndex, 'readHead'>): VersionSource {
  return {
    readVersion: async (documentId, version, onSize) => {
      const found = await log.readVersion(documentId, version, onSize);
      // A delete frees slots, and a late write may claim one for a moment: re-read the head (rule livingAfterRead).
      const at = found && (await index.readHead(documentId));
      return at?.head.deleted === false ? found : undefined;
    },
  };
}
