import { mapConcurrently } from '../platform/concurrently.js';
import { retry, type RetryTimes } from '../platform/retry.js';
import type { Owned } from '../domain/api-key.js';
import type { DocumentKey } from '../domain/document.js';
import type { LivingHead } from '../domain/head.js';
import { newWriteId } from '../domain/ids.js';
import type { Precondition } from '../domain/precondition.js';
import type { IdempotencyMark, Tombstone } from '../domain/version.js';
import { IDEMPOTENCY_WINDOW } from '../domain/limits.js';
import { unreadableAs, UnreadableObjectError } from '../log/json-objects.js';
import { readSummaries, type SummaryReads } from './read-summaries.js';
import { appendSlot, type AppendPorts } from './write/append-slot.js';
import { laterOf } from './write/new-version.js';
import { NothingToChange } from './write/nothing-to-change.js';
import type { VersionLog } from '../log/version-log.js';
import type { DocumentIndex } from '../ports/document-index.js';

export type DeleteDocumentPorts = AppendPorts &
  SummaryReads & { log: VersionLog; index: Pick<DocumentIndex, 'removeSummaries'>; now(): Date };

const REMOVALS_AT_ONCE = 8;
/** Longer than a rebuild blocks the index. */
const RETRY_POLICY: RetryTimes = { forMs: 15_000 };

/** `byKey`: what led to the document; its head may lack it where a process of an older release has written it. */
type DeleteDocument = {
  documentId: string;
  precondition: Precondition | undefined;
  byKey?: DocumentKey;
  /** Whether the document stays, which is `NothingToChange`. */
  stays?: (head: LivingHead) => boolean;
};

export async function deleteDocument(ports: DeleteDocumentPorts, actor: Owned, input: DeleteDocument): Promise<void> {
  const { documentId, precondition, byKey = null, stays } = input;
  const { version } = await appendSlot(ports, {
    actor,
    documentId,
    precondition,
    idempotency: null,
    makeSlot: async (head) => {
      if (stays?.(head)) throw new NothingToChange(head);
      const used = await usedKeys(ports, { ...head, byKey: head.byKey ?? byKey });
      return tombstoneAfter(head, { ...used, now: ports.now() });
    },
  });
  const last = version - 1;
  // Only after the head is a tombstone, never before (rule cleanAfterHead); the answer does not wait for it.
  ports.background.start('remove the versions of a deleted document', () => removeVersions(ports, documentId, last));
  ports.background.start('remove the summaries of a deleted document', () =>
    retry(RETRY_POLICY, () => ports.index.removeSummaries(documentId, 1, last)),
  );
}

type UsedKeys = Pick<Tombstone, 'isKeyed' | 'marks'>;

/** The next life of the document's key has to know its Idempotency-Keys (rule marksInTombstone). */
async function usedKeys(ports: DeleteDocumentPorts, { id, byKey, currentVersion }: LivingHead): Promise<UsedKeys> {
  if (!byKey) return { isKeyed: await isKeyed(ports, id), marks: [] };
  // Marks that cannot be read must not keep a document from being deleted.
  return { isKeyed: true, marks: await usedMarks(ports, { id, currentVersion }).catch(unreadableAs([])) };
}

export async function usedMarks(
  ports: SummaryReads,
  { id, currentVersion }: Pick<LivingHead, 'id' | 'currentVersion'>,
): Promise<IdempotencyMark[]> {
  const newest = { from: Math.max(1, currentVersion - IDEMPOTENCY_WINDOW + 1), to: currentVersion };
  const summaries = await readSummaries(ports, id, newest);
  return summaries.flatMap(({ idempotency }) => idempotency ?? []);
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

function tombstoneAfter(head: LivingHead, { isKeyed, marks, now }: UsedKeys & { now: Date }): Tombstone {
  return {
    deleted: true,
    writeId: newWriteId(),
    id: head.id,
    owner: head.owner,
    version: head.currentVersion + 1,
    documentCreatedAt: head.createdAt,
    createdAt: laterOf(now.toISOString(), head.updatedAt),
    isKeyed,
    marks,
  };
}

async function removeVersions(ports: DeleteDocumentPorts, documentId: string, last: number): Promise<void> {
  const versions = Array.from({ length: last }, (_, i) => i + 1);
  await mapConcurrently(versions, REMOVALS_AT_ONCE, (version) => ports.log.remove(documentId, version));
}
