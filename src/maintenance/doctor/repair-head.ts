import { UnavailableError } from '../../domain/errors.js';
import { summarize } from '../../domain/version.js';
import type { HeadOutcome } from '../../ports/document-index.js';
import type { HeadRemoval } from '../../ports/index-admin.js';
import type { CheckContext } from './check-context.js';
import { checkDocument, type HeadRepair, type Verdict } from './check-document.js';
import { observeDocument, type ObservedDocument } from './observe-document.js';

const ATTEMPTS = 5;

/** Makes the head match the log. Returns the state last seen, or undefined if head and log still disagree. */
export async function repairHead(
  context: CheckContext,
  seen: ObservedDocument,
  verdict: Verdict,
): Promise<ObservedDocument | undefined> {
  let next: { now: ObservedDocument; checked: Verdict } | undefined = { now: seen, checked: verdict };
  return context.persist(async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { now, checked } = next ?? (await lookAgain(context, seen.id));
      next = undefined;
      if (!checked.repair) return checked.finding === undefined ? now : undefined;
      // Conditional on the head read before the log (rule doctorHeadFirst), so a late write changes nothing.
      const outcome = await write(context, now, checked.repair);
      if (outcome === 'written' || outcome === 'removed') return now;
      if (outcome === 'refused') break;
    }
    throw new UnavailableError(`the head of ${seen.id} in ${context.index} cannot be repaired now`);
  });
}

async function lookAgain(context: CheckContext, id: string): Promise<{ now: ObservedDocument; checked: Verdict }> {
  const now = await observeDocument(context, id);
  return { now, checked: checkDocument(now) };
}

async function write(
  { admin, index }: CheckContext,
  { id, at }: ObservedDocument,
  repair: HeadRepair,
): Promise<HeadOutcome | HeadRemoval> {
  if (repair === 'removal') return at ? admin.removeHead(id, at.revision) : 'conflict';
  const { head, slot } = repair;
  return admin.writeHead(index, {
    head,
    slot,
    expected: at?.revision ?? 'absent',
    summaries: slot.deleted ? [] : [summarize(slot)],
  });
}
