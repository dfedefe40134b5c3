import { mapConcurrently } from '../platform/map-concurrently.js';
import { retry } from '../platform/retry.js';
import type { Actor } from '../domain/api-key.js';
import type { LivingHead } from '../domain/head.js';
import { newWriteId } from '../domain/ids.js';
import type { Precondition } from '../domain/precondition.js';
import type { Tombstone } from '../domain/version.js';
import { UnreadableObjectError } from '../log/json-objects.js';
import type { Context } from './context.js';
import { readSummaries } from './read-summaries.js';
import { appendSlot } from './write/append-slot.js';
import { laterOf } from './write/new-version.js';

const REMOVALS_AT_ONCE = 8;
/** Longer than a rebuild blocks the index. */
const PATIENCE = { forMs: 15_000 };

export type DeleteDocument = { documentId: string; precondition: Precondition | undefined };

export async function deleteDocument(context: Context, actor: Actor, input: DeleteDocument): Promise<void> {
  const { documentId, precondition } = input;
  const { version } = await appendSlot(context, {
    actor,
    documentId,
    precondition,
    idempotency: null,
    makeSlot: async (head) => tombstoneAfter(head, { isKeyed: await isKeyed(context, documentId), now: context.now() }),
  });
  const last = version - 1;
  // Only after the head is a tombstone, never before (rule cleanAfterHead); the answer does not wait for it.
  context.background.start('remove the versions of a deleted document', () =>
    removeVersions(context, documentId, last),
  );
  context.background.start('remove the summaries of a deleted document', () =>
    retry(PATIENCE, () => context.index.removeSummaries(documentId, 1, last)),
  );
}

/** An unreadable first version counts as keyed: to keep a tombstone too long does no harm. */
async function isKeyed(context: Context, documentId: string): Promise<boolean> {
  try {
    const [first] = await readSummaries(context, documentId, { from: 1, to: 1 });
    return first !== undefined && first.idempotency !== null;
  } catch (error) {
    if (error instanceof UnreadableObjectError) return true;
    throw error;
  }
}

function tombstoneAfter(head: LivingHead, { isKeyed, now }: { isKeyed: boolean; now: Date }): Tombstone {
  return {
    deleted: true,
    writeId: newWriteId(),
    id: head.id,
    owner: head.owner,
    version: head.currentVersion + 1,
    documentCreatedAt: head.createdAt,
    createdAt: laterOf(now.toISOString(), head.updatedAt),
    isKeyed,
  };
}

async function removeVersions(context: Context, documentId: string, last: number): Promise<void> {
  const versions = Array.from({ length: last }, (_, i) => i + 1);
  await mapConcurrently(versions, REMOVALS_AT_ONCE, (version) => context.log.remove(documentId, version));
}
