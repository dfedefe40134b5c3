import type { FormerMark, KeyEntry } from '../../domain/document-key.js';
import { UnavailableError } from '../../domain/errors.js';
import { keyReused } from '../../domain/idempotency.js';
import type { IdempotencyMark, Slot } from '../../domain/version.js';
import type { KeyLog } from '../../log/key-log.js';

export type FormerMarksPorts = { keyLog: Pick<KeyLog, 'read'> };

/** Marks of Idempotency-Keys that documents of earlier lives used. */
export async function formerMarks(
  { keyLog }: FormerMarksPorts,
  { name, life, hasMarks }: KeyEntry,
): Promise<readonly FormerMark[]> {
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

export function expectNone(marks: readonly FormerMark[], mark: IdempotencyMark | null): void {
  const used = mark && marks.find(({ key }) => key === mark.key);
  if (used) throw keyReused(used.documentId);
}

/** Those of the document that had the key, if it has ended. */
export function marksOfTombstone(slot: Slot | undefined): readonly FormerMark[] {
  return slot?.deleted ? slot.marks.map((mark) => ({ ...mark, documentId: slot.id })) : [];
}
