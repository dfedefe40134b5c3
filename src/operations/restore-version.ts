import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { LivingHead } from '../domain/head.js';
import { idempotencyMark } from '../domain/idempotency.js';
import type { Precondition } from '../domain/precondition.js';
import type { SizedVersion, VersionSummary } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import type { Context } from './context.js';
import { readSizedVersion } from './read-version.js';
import { appendVersion } from './write/append-slot.js';
import { newVersion, nextParts } from './write/new-version.js';

export type RestoreVersion = {
  documentId: string;
  /** The version to restore; Infinity where the number sent is beyond any that can exist. */
  version: number;
  precondition: Precondition | undefined;
  idempotencyKey: string | undefined;
  /** Told what the version to restore takes; what it raises is raised. */
  onSize?: OnSize;
};

/** Makes a new newest version with the content of an earlier one, blocks with their identifiers. */
export async function restoreVersion(
  context: Context, actor: Actor, input: RestoreVersion,
): Promise<VersionSummary> {
  const { documentId, version, precondition, idempotencyKey, onSize } = input;
  const idempotency = idempotencyKey === undefined
    ? null
    : idempotencyMark(documentId, idempotencyKey, { restore: version });
  let source: SizedVersion | undefined;
  return appendVersion(context, {
    actor, documentId, precondition, idempotency,
    makeSlot: async (head: LivingHead, reached: number) => {
      if (version > reached) throw new QuireError('VERSION_NOT_FOUND');
      source ??= await readSizedVersion(context, documentId, version, onSize);
      // It may have been kept, or read for another request.
      onSize?.(source.bytes);
      return newVersion(nextParts(head, context.now(), idempotency), source.version);
    },
    storedBytes: () => source?.bytes ?? 0,
  });
}
