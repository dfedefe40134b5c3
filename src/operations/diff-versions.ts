import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { Version } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import { readOwnedHead } from './owned-head.js';
import { readSizedVersion, type VersionReads } from './read-version.js';

type WantedDiff = { documentId: string; from: number; to: number };

/** `bytes`: the size of both in the log. */
export type VersionPair = { from: Version; to: Version; bytes: number };

/** `read` calls `onSize` with what both versions take together. */
export async function diffVersions(
  ports: VersionReads,
  actor: Actor,
  { documentId, from, to }: WantedDiff,
): Promise<{ read(onSize: OnSize): Promise<VersionPair> }> {
  const head = await readOwnedHead(ports, actor, documentId);
  if (Math.max(from, to) > head.currentVersion) throw new QuireError('VERSION_NOT_FOUND');
  return {
    read: async (onSize) => {
      const one = await readSizedVersion(ports, { documentId, version: from }, onSize);
      const onMore = (bytes: number) => onSize(one.bytes + bytes);
      const other = from === to ? one : await readSizedVersion(ports, { documentId, version: to }, onMore);
      // A version that was kept, or is read for another request, was not counted.
      onMore(other.bytes);
      return { from: one.version, to: other.version, bytes: one.bytes + other.bytes };
    },
  };
}
