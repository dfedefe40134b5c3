import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../../platform/concurrently.js';
import { firstOf } from '../../platform/first-of.js';
import { UnavailableError } from '../../domain/errors.js';
import type { Head } from '../../domain/head.js';
import { unreadableAs } from '../../log/json-objects.js';
import type { RevisedHead } from '../../ports/document-index.js';
import { batchesOf, chunksOf } from '../../platform/chunks.js';
import { NEVER, skip, type Collecting } from './gc-job.js';
import { isHeadOfTombstone } from '../shared/tombstone-head.js';

const TOGETHER = 500;
const REMOVALS_AT_ONCE = 8;

/**
 * Removes what a deleted document left. The head goes last: it keeps others from creating the document (rule
 * tombstoneObjectFirst). Object removals are unconditional, and a late one could hit a new document of the same
 * identifier. So the head first gets the time of the removals, and goes one retention later.
 */
export async function collectDocument(collecting: Collecting, at: RevisedHead): Promise<void> {
  const { persist, lease, now } = collecting;
  const state = await persist(() => checkLog(collecting, at.head));
  await lease?.check();
  if (state === 'emptied' && (await free(collecting, at))) collecting.counts.freed++;
  else if (state === 'keyed') await emptyForGood(collecting, at);
  else if (state === 'whole' && (await stamp(collecting, at, now().toISOString())))
    await removeAll(collecting, at.head);
  else skip(collecting, at.head.id);
}

/** `keyed`: as `whole`, for a document that was made with an Idempotency-Key, or by a client's own key. */
type CollectionState = 'whole' | 'keyed' | 'emptied' | 'log and head differ';

/** Whether the log ends with this head's tombstone, or has nothing left. */
export async function checkLog({ log }: Collecting, head: Head): Promise<CollectionState> {
  const slot = await log.read(head.id, head.currentVersion).catch(unreadableAs('unreadable'));
  if (slot) {
    if (slot === 'unreadable' || !isHeadOfTombstone(head, slot)) return 'log and head differ';
    return slot.deleted && slot.isKeyed ? 'keyed' : 'whole';
  }
  return (await firstOf(log.slots(head.id))) === undefined ? 'emptied' : 'log and head differ';
}

/** False: the head has changed meanwhile. */
export async function free(
  { admin, index, persist, lease }: Collecting,
  { head, revision }: RevisedHead,
): Promise<boolean> {
  if (!lease) return true;
  return persist(async () => {
    const outcome = await admin.removeHead(head.id, revision);
    if (outcome === 'refused') throw refused(index);
    // A repeat after a lost answer finds no head.
    return outcome === 'removed' || (await admin.readMarks(index, [head.id]))[0] === undefined;
  });
}

/** A repeated create, or a PUT by key, must not revive the document: tombstone and head stay, with the time NEVER. */
async function emptyForGood(collecting: Collecting, at: RevisedHead): Promise<void> {
  const { counts } = collecting;
  await removeOlder(collecting, at.head);
  if (await stamp(collecting, at, NEVER)) counts.documents++;
  else skip(collecting, at.head.id);
}

/** Sets the head's time. False: the head has changed meanwhile. */
async function stamp(collecting: Collecting, { head, revision }: RevisedHead, time: string): Promise<boolean> {
  const { admin, index, persist, lease } = collecting;
  if (!lease) return true;
  const stamped = { ...head, updatedAt: time };
  return persist(async () => {
    const outcome = await admin.writeHead(index, { head: stamped, expected: revision, summaries: [] });
    if (outcome === 'refused') throw refused(index);
    return outcome === 'written' || isDeepStrictEqual((await admin.readHeads(index, [head.id]))[0]?.head, stamped);
  });
}

function refused(index: string): UnavailableError {
  return new UnavailableError(`the index ${index} takes no writes: it is blocked or gone`);
}

/** The tombstone goes last, so a rebuild that finds another slot also finds the tombstone. */
export async function removeAll(collecting: Collecting, head: Head): Promise<void> {
  const { counts, persist } = collecting;
  await removeOlder(collecting, head);
  await persist(() => removeSlot(collecting, head.id, head.currentVersion));
  counts.slots++;
  counts.documents++;
}

/** Removes summaries, and every slot but the tombstone (rule gcEverySlot) until a listing shows no other. */
async function removeOlder(collecting: Collecting, { id, currentVersion: end }: Head): Promise<void> {
  const { counts, persist, lease } = collecting;
  await removeSummaries(collecting, id, range(1, end));
  for (let others = 1; others > 0;) {
    others = await persist(() => removeOthers(collecting, id, end));
    counts.slots += others;
    if (!lease) break;
  }
}

async function removeOthers(collecting: Collecting, id: string, end: number): Promise<number> {
  let removed = 0;
  for await (const batch of batchesOf(collecting.log.slots(id), TOGETHER)) {
    const others = batch.filter((version) => version !== end);
    await removeSummaries(
      collecting,
      id,
      others.filter((version) => version > end),
    );
    await mapConcurrently(others, REMOVALS_AT_ONCE, (version) => removeSlot(collecting, id, version));
    removed += others.length;
  }
  return removed;
}

async function removeSlot({ log, lease }: Collecting, id: string, version: number): Promise<void> {
  if (lease) await log.remove(id, version);
}

/** Reads first: removing an absent summary would be a write too. */
async function removeSummaries(collecting: Collecting, id: string, versions: Iterable<number>): Promise<void> {
  const { admin, index, lease, persist, counts } = collecting;
  for (const some of chunksOf(versions, TOGETHER)) {
    const marks = some.map((version) => ({ id, version }));
    const found = await persist(() => admin.readSummaries(index, marks));
    const present = marks.filter((_, i) => found[i] !== undefined);
    if (lease && present.length > 0) await persist(() => admin.removeSummaries(index, present));
    counts.summaries += present.length;
  }
}

function* range(first: number, last: number): Generator<number> {
  for (let number = first; number <= last; number++) yield number;
}
