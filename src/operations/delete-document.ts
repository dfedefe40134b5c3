import { mapConcurrently } from '../platform/concurrently.js';
import { retry, type RetryPolicy } from '../platform/retry.js';
import type { Actor } from '../domain/api-key.js';
import type { LivingHead } from '../domain/head.js';
import { newWriteId } from '../domain/ids.js';
import type { Precondition } from '../domain/precondition.js';
import type { Tombstone } from '../domain/version.js';
import { UnreadableObjectError } from '../log/json-objects.js';
import { readSummaries, type SummaryReads } from './read-summaries.js';
import { appendSlot, type AppendPorts } from './write/append-slot.js';
import { laterOf } from './write/new-version.js';
import type { VersionLog } from '../log/version-log.js';
import type { DocumentIndex } from '../ports/document-index.js';

export type DeleteDocumentPorts = AppendPorts &
  SummaryReads & { log: VersionLog; index: Pick<DocumentIndex, 'removeSummaries'>; now(): Date };

const REMOVALS_AT_ONCE = 8;
/** Longer than a rebuild blocks the index. */
const RETRY_POLICY: RetryPolicy = { forMs: 15_000 };

type DeleteDocument = { documentId: string; precondition: Precondition | undefined };

export async function deleteDocument(ports: DeleteDocumentPorts, actor: Actor, input: DeleteDocument): Promise<void> {
  const { documentId, precondition } = input;
  const { version } = await appendSlot(ports, {
    actor,
    documentId,
    precondition,
    idempotency: null,
    makeSlot: async (head) => tombstoneAfter(head, { isKeyed: await isKeyed(ports, documentId), now: ports.now() }),
  });
  const last = version - 1;
  // Only after the head is a tombstone, never before (rule cleanAfterHead); the answer does not wait for it.
  ports.background.start('remove the versions of a deleted document', () => removeVersions(ports, documentId, last));
  ports.background.start('remove the summaries of a deleted document', () =>
    retry(RETRY_POLICY, () => ports.index.removeSummaries(documentId, 1, last)),
  );
}

/** An unreadable first version counts as keyed: to keep a tombstone too long does no harm. */
async function isKeyed(ports: DeleteDocumentPorts, documentId: string): Promise<boolean> {
  try {
    const [first] = await readSummaries(ports, documentId, { from: 1, to: 1 });
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

async function removeVersions(ports: DeleteDocumentPorts, documentId: string, last: number): Promise<void> {
  const versions = Array.from({ length: last }, (_, i) => i + 1);
  await mapConcurrently(versions, REMOVALS_AT_ONCE, (version) => ports.log.remove(documentId, version));
}
