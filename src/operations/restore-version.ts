import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { LivingHead } from '../domain/head.js';
import { idempotencyMark } from '../domain/idempotency.js';
import type { Precondition } from '../domain/precondition.js';
import type { SizedVersion, VersionSummary } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import { readHeldVersion, type VersionReads } from './read-version.js';
import { appendVersion, type AppendPorts } from './write/append-slot.js';
import type { IsPrivate } from './write/keep-source.js';
import type { StoredBytes } from './write/stored-bytes.js';
import { newVersion, nextParts } from './write/new-version.js';

export type RestoreVersionPorts = AppendPorts & VersionReads & { now(): Date };

type RestoreVersion = {
  documentId: string;
  /** Infinity: the number sent is greater than any version can be. */
  version: number;
  precondition: Precondition | undefined;
  idempotencyKey: string | undefined;
  isPrivate: IsPrivate;
  stored: StoredBytes;
  onSize?: OnSize;
};

/** What it stores is known once the earlier version is read, and checked then. Raises `RATE_LIMITED`. */
export async function restoreVersion(
  ports: RestoreVersionPorts,
  actor: Actor,
  input: RestoreVersion,
): Promise<VersionSummary> {
  const { documentId, version, precondition, idempotencyKey, stored, onSize } = input;
  const idempotency =
    idempotencyKey === undefined ? null : idempotencyMark(documentId, idempotencyKey, { restore: version });
  let source: SizedVersion | undefined;
  return appendVersion(ports, {
    actor,
    documentId,
    precondition,
    idempotency,
    makeSlot: async (head: LivingHead, reached: number) => {
      if (version > reached) throw new QuireError('VERSION_NOT_FOUND');
      source ??= await readHeldVersion(ports, { documentId, version }, onSize);
      await stored.raiseTo(source.bytes);
      // Not even where the document is public.
      const placement = (await input.isPrivate(source.version)) ? { visibility: 'private' as const } : {};
      const parts = nextParts(head, { actor, now: ports.now(), idempotency, placement });
      return newVersion({ ...parts, restoredFrom: version }, source.version);
    },
    counted: { stored, bytes: () => source?.bytes ?? 0 },
  });
}
