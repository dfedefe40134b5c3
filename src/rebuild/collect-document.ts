import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../coordination/map-concurrently.js';
import { UnavailableError } from '../domain/errors.js';
import type { Head } from '../domain/head.js';
import { UnreadableObjectError } from '../log/json-objects.js';
import type { RevisedHead } from '../ports/document-index.js';
import { batchesOf, chunksOf } from './batches.js';
import { NEVER, skip, type Collecting } from './gc-job.js';
import { slotsOf } from './list-document.js';
import { isHeadOfTombstone } from './tombstone-head.js';

const TOGETHER = 500;
const REMOVALS_AT_ONCE = 8;

/**
 * Removes what a deleted document has left, in an order in which a kill does no harm. As long as its tombstone head is
 * there nobody makes a document of this identifier: so that one goes last (rule tombstoneObjectFirst), and not before
 * every removal of an object has landed, whoever sent it. Those have no condition, and what they are for may be another
 * document's by then. That is why the head is given the time of the removals, and goes a retention after them.
 */
export async function collectDocument(collecting: Collecting, at: RevisedHead): Promise<void> {
  const { persist, lease, now } = collecting;
  const state = await persist(() => judge(collecting, at.head));
  await lease?.check();
  if (state === 'emptied' && await free(collecting, at)) collecting.counts.freed++;
  else if (state === 'keyed') await emptyForGood(collecting, at);
  else if (state === 'whole' && await stamp(collecting, at, now().toISOString())) await removeAll(collecting, at.head);
  else skip(collecting, at.head.id);
}

/** `keyed`: as `whole`, of a document whose identifier was made from an Idempotency-Key. */
type State = 'whole' | 'keyed' | 'emptied' | 'log and head differ';

/** Whether the log ends with the tombstone that the head is of, or has nothing any more. */
async function judge({ log, store }: Collecting, head: Head): Promise<State> {
  try {
    const slot = await log.read(head.id, head.currentVersion);
    if (slot) {
      if (!isHeadOfTombstone(head, slot)) return 'log and head differ';
      return slot.deleted && slot.isKeyed ? 'keyed' : 'whole';
    }
  } catch (error) {
    if (!(error instanceof UnreadableObjectError)) throw error;
    return 'log and head differ';
  }
  for await (const _version of slotsOf(store, head.id)) return 'log and head differ';
  return 'emptied';
}

/** False: it is another one by now. */
async function free({ rebuild, index, persist, lease }: Collecting, { head, revision }: RevisedHead): Promise<boolean> {
  if (!lease) return true;
  return persist(async () => {
    const outcome = await rebuild.removeHead(head.id, revision);
    if (outcome === 'refused') throw refused(index);
    // After a lost answer it is gone already.
    return outcome === 'removed' || (await rebuild.readMarks(index, [head.id]))[0] === undefined;
  });
}

/**
 * A repeat of the create must not make the document again: its tombstone and its head stay, and the head's time
 * says that there is nothing left to remove.
 */
async function emptyForGood(collecting: Collecting, at: RevisedHead): Promise<void> {
  const { counts } = collecting;
  await removeOlder(collecting, at.head);
  if (await stamp(collecting, at, NEVER)) counts.documents++;
  else skip(collecting, at.head.id);
}

/** Gives the head the time of the removals. False: it is another one by now. */
async function stamp(collecting: Collecting, { head, revision }: RevisedHead, time: string): Promise<boolean> {
  const { rebuild, index, persist, lease } = collecting;
  if (!lease) return true;
  const stamped = { ...head, updatedAt: time };
  return persist(async () => {
    const outcome = await rebuild.writeHead(index, { head: stamped, expected: revision, summaries: [] });
    if (outcome === 'refused') throw refused(index);
    return outcome === 'written' || isDeepStrictEqual((await rebuild.readHeads(index, [head.id]))[0]?.head, stamped);
  });
}

function refused(index: string): UnavailableError {
  return new UnavailableError(`the index ${index} takes no writes: it is blocked or gone`);
}

/** A rebuild that finds one of the other slots finds the tombstone too. */
async function removeAll(collecting: Collecting, head: Head): Promise<void> {
  const { counts, persist } = collecting;
  await removeOlder(collecting, head);
  await persist(() => removeSlot(collecting, head.id, head.currentVersion));
  counts.slots++;
  counts.documents++;
}

/** Summaries, and every slot but the tombstone (rule gcEverySlot) until a listing shows nothing else. */
async function removeOlder(collecting: Collecting, { id, currentVersion: end }: Head): Promise<void> {
  const { counts, persist, lease } = collecting;
  await removeSummaries(collecting, id, range(1, end));
  for (let others = 1; others > 0;) {
    others = await persist(() => removeOthers(collecting, id, end));
    counts.slots += others;
    if (!lease) break;
  }
}

/** How many there were. */
async function removeOthers(collecting: Collecting, id: string, end: number): Promise<number> {
  let removed = 0;
  for await (const batch of batchesOf(slotsOf(collecting.store, id), TOGETHER)) {
    const others = batch.filter((version) => version !== end);
    await removeSummaries(collecting, id, others.filter((version) => version > end));
    await mapConcurrently(others, REMOVALS_AT_ONCE, (version) => removeSlot(collecting, id, version));
    removed += others.length;
  }
  return removed;
}

async function removeSlot({ log, lease }: Collecting, id: string, version: number): Promise<void> {
  if (lease) await log.remove(id, version);
}

/** Those that are there: a removal of one that is not would be a write too. */
async function removeSummaries(collecting: Collecting, id: string, versions: Iterable<number>): Promise<void> {
  const { rebuild, index, lease, persist, counts } = collecting;
  for (const some of chunksOf(versions, TOGETHER)) {
    const marks = some.map((version) => ({ id, version }));
    const found = await persist(() => rebuild.readSummaries(index, marks));
    const present = marks.filter((_, i) => found[i] !== undefined);
    if (lease && present.length > 0) await persist(() => rebuild.removeSummaries(index, present));
    counts.summaries += present.length;
  }
}

function* range(first: number, last: number): Generator<number> {
  for (let number = first; number <= last; number++) yield number;
}
