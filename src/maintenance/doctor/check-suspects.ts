import { setTimeout as delay } from 'node:timers/promises';
import { mapConcurrently } from '../../platform/concurrently.js';
import { Deadline } from '../../platform/deadline.js';
import { pauseMs } from '../../platform/retry.js';
import { summarize, type Slot } from '../../domain/version.js';
import { isOver, type CheckContext } from './check-context.js';
import type { CheckedDocument } from './check-summaries.js';
import { checkDocument, type Verdict } from './check-document.js';
import { observeDocument, type ObservedDocument } from './observe-document.js';
import { repairHead } from './repair-head.js';

const AT_ONCE = 16;
const PAUSES = { firstMs: 10, longestMs: 500 };

type Checked = { seen: ObservedDocument; verdict: Verdict };

/** Rereads each document in real time and repairs faults. Returns those whose head and log agree afterwards. */
export async function checkSuspects(context: CheckContext, ids: readonly string[]): Promise<CheckedDocument[]> {
  const { beforeChange, findings } = context;
  const checked = await mapConcurrently(ids, AT_ONCE, (id) => checkSettled(context, id));
  if (checked.some(({ verdict }) => verdict.repair)) await beforeChange?.();
  return (
    await mapConcurrently(checked, AT_ONCE, async ({ seen, verdict }) => {
      if (verdict.finding === undefined) return keptOf(seen);
      const repaired = beforeChange && (await repairHead(context, seen, verdict));
      findings.add(verdict.finding, seen.id, repaired !== undefined);
      return repaired ? keptOf(repaired) : [];
    })
  ).flat();
}

/** Waits up to `writeMs` for a running write before its state counts as a fault. Reads an unrepairable one twice. */
async function checkSettled(context: CheckContext, id: string): Promise<Checked> {
  const deadline = new Deadline(context.writeMs);
  for (let look = 0; ; look++) {
    const seen = await context.persist(() => observeDocument(context, id));
    const verdict = checkDocument(seen);
    const { finding, repair, begunAt } = verdict;
    // The deadline ends the wait even if the writer's clock is ahead.
    const isSettled = begunAt === undefined ? repair !== undefined || look > 0 : isOver(context, begunAt);
    if (finding === undefined || isSettled || deadline.isOver) return { seen, verdict };
    context.stop.throwIfAborted();
    if (begunAt !== undefined) await delay(pauseMs(look, PAUSES));
  }
}

function keptOf({ id, slot }: ObservedDocument): CheckedDocument[] {
  return slot && slot !== 'unreadable' ? [checkedDocument(id, slot)] : [];
}

/** `slot`: the one that the head matches. */
export function checkedDocument(id: string, slot: Slot): CheckedDocument {
  return slot.deleted ? { id, version: slot.version, endedAt: slot.createdAt } : { id, newest: summarize(slot) };
}
