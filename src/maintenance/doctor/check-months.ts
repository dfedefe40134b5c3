import { LRUCache } from 'lru-cache';
import { mapConcurrently } from '../../platform/concurrently.js';
import { retry } from '../../platform/retry.js';
import { UnavailableError } from '../../domain/errors.js';
import { monthOf } from '../../domain/month.js';
import { ApiKeyRecords } from '../../log/api-key-records.js';
import type { MonthCounts, QuotaMonth } from '../../ports/month-counts.js';
import { batchesOf } from '../../platform/chunks.js';
import type { CheckContext } from './check-context.js';

const BATCH = 256;
const AT_ONCE = 8;
/** Covers a slow answer, not an outage. */
const RETRY_POLICY = { forMs: 5_000 };
/** Owners have several keys each. An owner evicted from this cache is checked twice, which is harmless. */
const OWNERS_KNOWN = 50_000;

/** The number of owners compared, or why no count was. */
export type MonthsCompared = number | "in the service's process" | 'unreachable';

/** Compares the key owners' counts of this month with the heads. A repair drops wrong counts; requests recount them. */
export async function checkMonths(context: CheckContext): Promise<MonthsCompared> {
  const { counters, admin, index, persist, progress } = context;
  if (!counters) return "in the service's process";
  progress.start('Comparing month counts');
  const month = monthOf(context.now().toISOString());
  await persist(() => admin.refresh(index));
  let compared = 0;
  try {
    for await (const owners of batchesOf(ownersOf(context), BATCH)) {
      context.stop.throwIfAborted();
      await mapConcurrently(owners, AT_ONCE, (owner) => checkOwner(context, counters, { owner, month }));
      compared += owners.length;
      progress.advance(owners.length);
    }
  } catch (error) {
    if (!(error instanceof CountersAwayError)) throw error;
    progress.note('the counters cannot be reached: month counts were not compared');
    return 'unreachable';
  }
  return compared;
}

class CountersAwayError extends UnavailableError {}

async function checkOwner(context: CheckContext, counters: MonthCounts, month: QuotaMonth): Promise<void> {
  const { beforeChange, findings } = context;
  // Heads first: a unit is reserved before its head is written, so a sound count read later is never lower.
  const before = await countOf(context, month);
  const reading = await retry(RETRY_POLICY, () => counters.readQuota(month)).catch(asAway);
  if (reading.outcome === 'uncounted') return;
  const { used, underWay } = reading;
  const isLow = used < before;
  // Heads written since may explain a count that looks too high.
  const after = isLow || used - underWay <= before ? before : await countAgain(context, month);
  if (!isLow && used - underWay <= after) return;
  await beforeChange?.();
  if (beforeChange) await retry(RETRY_POLICY, () => counters.forgetQuota(month)).catch(asAway);
  const kind = isLow ? 'low month count' : 'high month count';
  findings.add(kind, `${month.owner} ${month.month}: ${used} of ${after}`, beforeChange !== undefined);
}

function countOf({ persist, admin, index }: CheckContext, { owner, month }: QuotaMonth): Promise<number> {
  return persist(() => admin.countCreated(index, owner, month));
}

async function countAgain(context: CheckContext, month: QuotaMonth): Promise<number> {
  await context.persist(() => context.admin.refresh(context.index));
  return countOf(context, month);
}

function asAway(error: unknown): never {
  throw error instanceof UnavailableError ? new CountersAwayError(error.message, { cause: error }) : error;
}

async function* ownersOf({ store }: CheckContext): AsyncGenerator<string> {
  const known = new LRUCache<string, true>({ max: OWNERS_KNOWN });
  for await (const {
    record: { owner },
  } of new ApiKeyRecords(store).list()) {
    if (known.has(owner)) continue;
    known.set(owner, true);
    yield owner;
  }
}
