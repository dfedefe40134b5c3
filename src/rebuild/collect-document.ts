import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../coordination/map-concurrently.js';
import { UnavailableError } from '../domain/errors.js';
import { headOf } from '../domain/head.js';
import { UnreadableObjectError } from '../log/json-objects.js';
import type { RevisedHead } from '../ports/document-index.js';
import { batchesOf } from './batches.js';
import { skip, type Collecting } from './gc-job.js';
import { slotsOf } from './list-document.js';

const TOGETHER = 500;
const REMOVALS_AT_ONCE = 8;

/**
 * Removes what a deleted document has left but its head, in an order in which a kill does no harm. As long as the
 * tombstone head is there nobody makes a document of this identifier, and the next run finds it: so it goes last (rule
 * tombstoneObjectFirst). Before it the tombstone itself, and before that every other slot (rule gcEverySlot): a rebuild
 * that finds one of them finds the tombstone too.
 *
 * False: it was left as it is.
 */
export async function collectObjects(collecting: Collecting, at: RevisedHead): Promise<boolean> {
  const { counts, persist } = collecting;
  const { id, currentVersion } = at.head;
  if (!await persist(() => agrees(collecting, at))) {
    skip(collecting, id);
    return false;
  }
  const left = await removeSlots(collecting, id, currentVersion);
  counts.slots += left.slots;
  counts.summaries += await removeSummaries(collecting, id, left.highest);
  return true;
}

/**
 * Whether the log ends with the tombstone that the head is of. Where it has nothing at all, an earlier run had come as
 * far as the head.
 */
async function agrees(collecting: Collecting, { head }: RevisedHead): Promise<boolean> {
  try {
    const slot = await collecting.log.read(head.id, head.currentVersion);
    if (slot) return isDeepStrictEqual(headOf(slot), head);
  } catch (error) {
    if (!(error instanceof UnreadableObjectError)) throw error;
    return false;
  }
  for await (const _version of slotsOf(collecting.store, head.id)) return false;
  return true;
}

type Left = { slots: number; highest: number };

/** Everything but the tombstone, until a listing shows nothing else, and then the tombstone. */
async function removeSlots(collecting: Collecting, id: string, end: number): Promise<Left> {
  const { fence, persist } = collecting;
  for (const left = { slots: 0, highest: end }; ;) {
    const { others, hasEnd, highest } = await persist(() => removeOthers(collecting, id, end));
    left.slots += others;
    left.highest = Math.max(left.highest, highest);
    if (fence && others > 0) continue;
    if (hasEnd) await persist(() => removeSlot(collecting, id, end));
    return { ...left, slots: left.slots + (hasEnd ? 1 : 0) };
  }
}

async function removeOthers(
  collecting: Collecting, id: string, end: number,
): Promise<{ others: number; hasEnd: boolean; highest: number }> {
  const seen = { others: 0, hasEnd: false, highest: 0 };
  for await (const batch of batchesOf(slotsOf(collecting.store, id), TOGETHER)) {
    const others = batch.filter((version) => version !== end);
    await mapConcurrently(others, REMOVALS_AT_ONCE, (version) => removeSlot(collecting, id, version));
    seen.others += others.length;
    seen.hasEnd ||= others.length < batch.length;
    seen.highest = batch.at(-1) ?? 0;
  }
  return seen;
}

async function removeSlot({ log, fence }: Collecting, id: string, version: number): Promise<void> {
  if (!fence) return;
  await fence.pass();
  await log.remove(id, version);
}

/** Those that are there: a removal of one that is not would be a write too. */
async function removeSummaries(collecting: Collecting, id: string, highest: number): Promise<number> {
  const { rebuild, index, fence, persist } = collecting;
  let removed = 0;
  for (let first = 1; first <= highest; first += TOGETHER) {
    const length = Math.min(TOGETHER, highest - first + 1);
    const marks = Array.from({ length }, (_, i) => ({ id, version: first + i }));
    const found = await persist(() => rebuild.readSummaries(index, marks));
    const present = marks.filter((_, i) => found[i] !== undefined);
    if (fence && present.length > 0) await persist(() => rebuild.removeSummaries(index, present));
    removed += present.length;
  }
  return removed;
}

/** Whether it is gone: after a lost answer it may have been already. False: it is another one by now. */
export async function removeHead({ rebuild, index }: Collecting, { head, revision }: RevisedHead): Promise<boolean> {
  const outcome = await rebuild.removeHead(head.id, revision);
  if (outcome === 'refused') throw new UnavailableError(`the index ${index} takes no writes: it is blocked or gone`);
  return outcome === 'removed' || (await rebuild.readMarks(index, [head.id]))[0] === undefined;
}
