import { LRUCache } from 'lru-cache';
import { mapConcurrently } from '../../platform/map-concurrently.js';
import { persistently } from '../../platform/persistently.js';
import { UnavailableError } from '../../domain/errors.js';
import { monthOf } from '../../domain/month.js';
import { ApiKeyRecords } from '../../log/api-key-records.js';
import type { Counters, QuotaMonth } from '../../ports/counters.js';
import { batchesOf } from '../shared/batches.js';
import type { Care } from './care.js';

const BATCH = 256;
const AT_ONCE = 8;
/** Covers a slow answer, not an outage. */
const PATIENCE = { forMs: 5_000 };
/** Owners have several keys each. An owner evicted from this cache is checked twice, which is harmless. */
const OWNERS_KNOWN = 50_000;

/** The number of owners compared, or why no count was. */
export type MonthsCompared = number | "in the service's process" | 'unreachable';

/** Compares the key owners' counts of this month with the heads. A repair drops wrong counts; requests recount them. */
export async function careForMonths(care: Care): Promise<MonthsCompared> {
  const { counters, rebuild, index, persist, progress } = care;
  if (!counters) return "in the service's process";
  progress.start('Comparing month counts');
  const month = monthOf(care.now().toISOString());
  await persist(() => rebuild.refresh(index));
  let compared = 0;
  try {
    for await (const owners of batchesOf(ownersOf(care), BATCH)) {
      care.stop.throwIfAborted();
      await mapConcurrently(owners, AT_ONCE, (owner) => careForOwner(care, counters, { owner, month }));
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

async function careForOwner(care: Care, counters: Counters, month: QuotaMonth): Promise<void> {
  const { repair, findings } = care;
  // Heads first: a unit is reserved before its head is written, so a sound count read later is never lower.
  const before = await countOf(care, month);
  const reading = await persistently(PATIENCE, () => counters.readQuota(month)).catch(asAway);
  if (reading.outcome === 'uncounted') return;
  const { used, underWay } = reading;
  const isLow = used < before;
  // Heads written since may explain a count that looks too high.
  const after = isLow || used - underWay <= before ? before : await countAgain(care, month);
  if (!isLow && used - underWay <= after) return;
  await repair?.check('months', 1);
  if (repair) await persistently(PATIENCE, () => counters.forgetQuota(month)).catch(asAway);
  const kind = isLow ? 'low month count' : 'high month count';
  findings.add(kind, `${month.owner} ${month.month}: ${used} of ${after}`, repair !== undefined);
}

function countOf({ persist, rebuild, index }: Care, { owner, month }: QuotaMonth): Promise<number> {
  return persist(() => rebuild.countCreated(index, owner, month));
}

async function countAgain(care: Care, month: QuotaMonth): Promise<number> {
  await care.persist(() => care.rebuild.refresh(care.index));
  return countOf(care, month);
}

function asAway(error: unknown): never {
  throw error instanceof UnavailableError ? new CountersAwayError(error.message, { cause: error }) : error;
}

async function* ownersOf({ store }: Care): AsyncGenerator<string> {
  const known = new LRUCache<string, true>({ max: OWNERS_KNOWN });
  for await (const {
    record: { owner },
  } of new ApiKeyRecords(store).list()) {
    if (known.has(owner)) continue;
    known.set(owner, true);
    yield owner;
  }
}
