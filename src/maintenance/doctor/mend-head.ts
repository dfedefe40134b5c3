import { UnavailableError } from '../../domain/errors.js';
import { summarize } from '../../domain/version.js';
import type { HeadOutcome } from '../../ports/document-index.js';
import type { HeadRemoval } from '../../ports/index-rebuild.js';
import type { Care } from './care.js';
import { judgeDocument, type Mending, type Verdict } from './judge-document.js';
import { lookAtDocument, type Seen } from './look-at-document.js';

const ATTEMPTS = 5;

/** Makes the head match the log. Returns the state last seen, or undefined if head and log still disagree. */
export async function mendHead(care: Care, seen: Seen, verdict: Verdict): Promise<Seen | undefined> {
  let next: { now: Seen; judged: Verdict } | undefined = { now: seen, judged: verdict };
  return care.persist(async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { now, judged } = next ?? (await lookAgain(care, seen.id));
      next = undefined;
      if (!judged.mending) return judged.finding === undefined ? now : undefined;
      // Conditional on the head read before the log (rule doctorHeadFirst), so a late write changes nothing.
      const outcome = await write(care, now, judged.mending);
      if (outcome === 'written' || outcome === 'removed') return now;
      if (outcome === 'refused') break;
    }
    throw new UnavailableError(`the head of ${seen.id} in ${care.index} cannot be repaired now`);
  });
}

async function lookAgain(care: Care, id: string): Promise<{ now: Seen; judged: Verdict }> {
  const now = await lookAtDocument(care, id);
  return { now, judged: judgeDocument(now) };
}

async function write({ rebuild, index }: Care, { id, at }: Seen, mending: Mending): Promise<HeadOutcome | HeadRemoval> {
  if (mending === 'removal') return at ? rebuild.removeHead(id, at.revision) : 'conflict';
  const { head, slot } = mending;
  return rebuild.writeHead(index, {
    head,
    expected: at?.revision ?? 'absent',
    summaries: slot.deleted ? [] : [summarize(slot)],
  });
}
