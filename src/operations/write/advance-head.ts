import type { Deadline } from '../../coordination/deadline.js';
import { UnavailableError, UnusableIndexError } from '../../domain/errors.js';
import { headOf, type Head } from '../../domain/head.js';
import { summarize, type Slot } from '../../domain/version.js';
import type { HeadOutcome, RevisedHead } from '../../ports/document-index.js';
import type { Context } from '../context.js';

/** At least one slot, each after the one before. */
export type Slots = readonly [Slot, ...Slot[]];

type Move = {
  slots: Slots;
  /** The head as it was read before the first of them was claimed; `absent`: there was none; undefined: not known. */
  from: RevisedHead | 'absent' | undefined;
};

/**
 * `written`: this call has brought the head to the last slot. `reached`: it is there, or beyond. `endedAt`: the
 * document is deleted, by the tombstone in that slot (0: nothing of it is left). A write behind that slot did not
 * happen, unless it is that tombstone (rule tombstoneNoAck). One before it may have been helped into the head, and
 * read, before the delete; or its slot had been freed by it.
 */
export type Reached = 'written' | 'reached' | Ended;
/** `createdAt`: of the document that the tombstone ended. */
export type Ended = { endedAt: number; createdAt?: string };

/**
 * Brings the head forward over claimed slots, under the condition that it is still the head that was read, in the
 * concrete index it was read from (rule concreteIndex). After a conflict, a block or a lost answer the head is
 * read again through the alias and decides. Only a confirmed head is an answer: raises `UnavailableError` when time is
 * up, or when there is no index to wait for.
 */
export async function advanceHead(context: Context, move: Move, deadline: Deadline): Promise<Reached> {
  const doing = 'bringing a head forward';
  const last = lastOf(move.slots);
  let { from } = move;
  let failure: UnavailableError | undefined;
  for (let attempt = 0; ; attempt++) {
    const outcome = from && await orFailure(writeOver(context, { ...move, from }));
    if (outcome === 'written') return 'written';
    if (outcome instanceof UnavailableError) failure = outcome;
    if (attempt > 0 || (from && outcome !== 'conflict')) await deadline.pause(attempt, doing, failure);
    deadline.check(doing, failure);
    const found = await orFailure(context.index.readHead(documentOf(last)));
    if (found instanceof UnusableIndexError) throw found;
    if (found instanceof UnavailableError) {
      failure = found;
      from = undefined;
    } else {
      const verdict = judge(found?.head, last);
      if (verdict !== 'behind') return verdict;
      from = found ?? 'absent';
    }
  }
}

/**
 * Does for another request what it would have done itself. One attempt, and whatever comes of it the caller
 * looks at the head again.
 */
export async function helpHead(context: Context, { slot, from }: { slot: Slot; from: RevisedHead }): Promise<void> {
  context.onHelp();
  await orFailure(writeOver(context, { slots: [slot], from }));
}

type Known = Move & { from: NonNullable<Move['from']> };

async function writeOver(context: Context, { slots, from }: Known): Promise<HeadOutcome> {
  const last = lastOf(slots);
  const summaries = slots.flatMap((slot) => (slot.deleted ? [] : [summarize(slot)]));
  const outcome = await context.index.writeHead({
    head: headOf(last), expected: from === 'absent' ? from : from.revision, summaries,
  });
  // The next push with an Idempotency-Key looks at them.
  if (outcome === 'written' && !last.deleted) context.summaries.keep(documentOf(last), summaries);
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

function documentOf(slot: Slot): string {
  return slot.deleted ? slot.id : slot.document.id;
}

function judge(head: Head | undefined, slot: Slot): Reached | 'behind' {
  if (head === undefined) return slot.version === 1 ? 'behind' : { endedAt: 0 };
  if (head.deleted) {
    if (slot.deleted && head.currentVersion === slot.version) return 'reached';
    return { endedAt: head.currentVersion, createdAt: head.createdAt };
  }
  return head.currentVersion >= slot.version ? 'reached' : 'behind';
}
