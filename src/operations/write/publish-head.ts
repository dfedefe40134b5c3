import type { Deadline } from '../../platform/deadline.js';
import { UnavailableError, UnusableIndexError } from '../../domain/errors.js';
import { headOf, type Head } from '../../domain/head.js';
import { documentIdOf, summarize, type Slot } from '../../domain/version.js';
import type { DocumentIndex, HeadOutcome, RevisedHead } from '../../ports/document-index.js';
import type { SummaryCache } from '../../consistency/summary-cache.js';

export type PublishPorts = {
  index: Pick<DocumentIndex, 'readHead' | 'writeHead'>;
  summaries: SummaryCache;
  onCatchUp(): void;
};

export type Slots = readonly [Slot, ...Slot[]];

type Move = {
  slots: Slots;
  /** The head before the first slot was claimed; `absent`: there was none; undefined: unknown. */
  from: RevisedHead | 'absent' | undefined;
};

/** `written`: this call brought the head to the last slot, or may have done. `reached`: the head is there or beyond. */
export type Reached = 'written' | 'reached' | Ended;
/** `endedAt`: the slot of the tombstone, 0: nothing is left. `createdAt`: of the document that it ended. */
type Ended = { endedAt: number; createdAt?: string };

/** Brings the head over claimed slots. Raises `UnavailableError` when time is up or the index is unusable. */
export async function publishHead(ports: PublishPorts, move: Move, deadline: Deadline): Promise<Reached> {
  const doing = 'bringing a head forward';
  const last = lastOf(move.slots);
  let { from } = move;
  let failure: UnavailableError | undefined;
  let mayBeWritten = false;
  for (let attempt = 0; ; attempt++) {
    // Only if the head is still the one that was read, in the same concrete index (rule concreteIndex).
    const outcome = from && (await orFailure(writeOver(ports, { ...move, from })));
    if (outcome === 'written') return 'written';
    if (outcome instanceof UnusableIndexError) throw outcome;
    if (outcome instanceof UnavailableError) {
      failure = outcome;
      mayBeWritten = true;
    }
    if (attempt > 0 || (from && outcome !== 'conflict')) await deadline.pause(attempt, doing, failure);
    deadline.check(doing, failure);
    // After a conflict, a block or a lost answer, only the head as read through the alias is an answer.
    const found = await orFailure(ports.index.readHead(documentIdOf(last)));
    if (found instanceof UnusableIndexError) throw found;
    if (found instanceof UnavailableError) {
      failure = found;
      from = undefined;
    } else {
      const verdict = check(found?.head, last);
      if (verdict === 'reached' && mayBeWritten) return 'written';
      if (verdict !== 'behind') return verdict;
      from = found ?? 'absent';
    }
  }
}

/** Raises `UnusableIndexError`. Of other failures the head, read again, tells. */
export async function catchUpHead(
  ports: PublishPorts,
  { slot, from }: { slot: Slot; from: RevisedHead },
): Promise<void> {
  ports.onCatchUp();
  const outcome = await orFailure(writeOver(ports, { slots: [slot], from }));
  if (outcome instanceof UnusableIndexError) throw outcome;
}

type Known = Move & { from: NonNullable<Move['from']> };

async function writeOver(ports: PublishPorts, { slots, from }: Known): Promise<HeadOutcome> {
  const last = lastOf(slots);
  const summaries = slots.flatMap((slot) => (slot.deleted ? [] : [summarize(slot)]));
  const outcome = await ports.index.writeHead({
    head: headOf(last),
    slot: last,
    expected: from === 'absent' ? from : from.revision,
    summaries,
  });
  if (outcome === 'written' && !last.deleted) ports.summaries.keep(documentIdOf(last), summaries);
  return outcome;
}

async function orFailure<T>(answer: Promise<T>): Promise<T | UnavailableError> {
  return answer.catch((error: unknown) => {
    if (error instanceof UnavailableError) return error;
    throw error;
  });
}

function lastOf(slots: Slots): Slot {
  return slots.at(-1) as Slot;
}

/** A write behind the tombstone did not happen, unless it is that tombstone (rule tombstoneNoAck). */
function check(head: Head | undefined, slot: Slot): Reached | 'behind' {
  if (head === undefined) return slot.version === 1 ? 'behind' : { endedAt: 0 };
  if (head.deleted) {
    if (slot.deleted && head.currentVersion === slot.version) return 'reached';
    return { endedAt: head.currentVersion, createdAt: head.createdAt };
  }
  return head.currentVersion >= slot.version ? 'reached' : 'behind';
}
