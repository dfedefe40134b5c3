import type { Deadline } from '../../coordination/deadline.js';
import { UnavailableError } from '../../domain/errors.js';
import { headOf, type Head } from '../../domain/head.js';
import { summarize, type Slot } from '../../domain/version.js';
import type { HeadOutcome, RevisedHead } from '../../ports/document-index.js';
import type { Context } from '../context.js';

type Move = {
  slot: Slot;
  /** The head as it was read before the slot was claimed; undefined: there was none. */
  from: RevisedHead | undefined;
};

/**
 * Brings the head forward to a claimed slot, under the condition that it is still the head that was read, in the
 * concrete index it was read from (rule concreteIndex). After a conflict, a block or a lost answer the head is
 * read again through the alias and decides:
 * `reached` it is at the slot or beyond; `ended` the document is deleted, and this write did not happen
 * (rule tombstoneNoAck). Only a confirmed head is an answer: raises `UnavailableError` when time is up.
 */
export async function advanceHead(
  context: Context, move: Move, deadline: Deadline,
): Promise<'reached' | 'ended'> {
  const { slot } = move;
  let { from } = move;
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryToMove(context, { slot, from });
    if (outcome === 'written') return 'reached';
    if (outcome !== 'conflict' || attempt > 0) await deadline.pause(attempt, 'bringing a head forward');
    deadline.check('bringing a head forward');
    from = await readHead(context, slot);
    const verdict = judge(from?.head, slot);
    if (verdict !== 'behind') return verdict;
  }
}

/**
 * Does for another request what it would have done itself. One attempt, and whatever comes of it the caller
 * looks at the head again.
 */
export async function helpHead(context: Context, move: Move): Promise<void> {
  context.onHelp();
  await tryToMove(context, move);
}

async function tryToMove(context: Context, { slot, from }: Move): Promise<HeadOutcome | 'unsure'> {
  try {
    return await context.index.writeHead({
      head: headOf(slot),
      expected: from?.revision ?? 'absent',
      summaries: slot.deleted ? [] : [summarize(slot)],
    });
  } catch (error) {
    if (error instanceof UnavailableError) return 'unsure';
    throw error;
  }
}

function readHead(context: Context, slot: Slot): Promise<RevisedHead | undefined> {
  return context.index.readHead(slot.deleted ? slot.id : slot.document.id);
}

function judge(head: Head | undefined, slot: Slot): 'reached' | 'ended' | 'behind' {
  if (head === undefined) return slot.version === 1 ? 'behind' : 'ended';
  if (head.deleted) return slot.deleted && head.currentVersion === slot.version ? 'reached' : 'ended';
  return head.currentVersion >= slot.version ? 'reached' : 'behind';
}
