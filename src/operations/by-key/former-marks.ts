import type { KeyEntry } from '../../domain/document-key.js';
import { UnavailableError } from '../../domain/errors.js';
import { keyReused } from '../../domain/idempotency.js';
import type { IdempotencyMark, Slot } from '../../domain/version.js';
import type { KeyLog } from '../../log/key-log.js';

export type FormerMarksPorts = { keyLog: Pick<KeyLog, 'read'> };

/** Marks of Idempotency-Keys that documents of earlier lives used. */
export async function formerMarks(
  { keyLog }: FormerMarksPorts,
  { name, life, hasMarks }: KeyEntry,
): Promise<readonly IdempotencyMark[]> {
  if (!hasMarks) return [];
  const found = await keyLog.read(name, life);
  if (!found) throw new UnavailableError(`the log lacks life ${life} of the key ${name}, which the index names`);
  return found.marks;
}

/** Raises `IDEMPOTENCY_KEY_REUSED` for an Idempotency-Key whose document has ended. */
export async function expectUnused(
  ports: FormerMarksPorts,
  entry: KeyEntry,
  mark: IdempotencyMark | null,
): Promise<void> {
  if (mark) expectNone(await formerMarks(ports, entry), mark);
}

/** `documentId`: of the document that used the Idempotency-Keys. Former ones do not say theirs. */
export function expectNone(marks: readonly IdempotencyMark[], mark: IdempotencyMark | null, documentId?: string): void {
  if (mark && marks.some(({ key }) => key === mark.key)) throw keyReused(documentId);
}

/** Undefined: the document lives on, or its tombstone is gone. */
export function marksOfTombstone(slot: Slot | undefined): readonly IdempotencyMark[] {
  return slot?.deleted ? slot.marks : [];
}
