import type { Actor } from '../domain/api-key.js';
import { QuireError, UnavailableError } from '../domain/errors.js';
import type { QuotaMonth, QuotaReading, QuotaUnit, Reservation, Uncounted } from '../ports/counters.js';
import type { Context } from './context.js';

/** Attempts to find a month counted: each one more means that another process has it counted anew meanwhile. */
const ATTEMPTS = 10;

/** Takes a unit of a month's quota. Raises `QUOTA_EXCEEDED`. */
export async function reserveQuota(context: Context, actor: Actor, unit: QuotaUnit): Promise<void> {
  const { documentsPerMonth: limit } = actor.plan;
  const reservation = await whenCounted(context, unit, () => context.counters.reserveQuota(unit, limit));
  if (reservation.outcome === 'exhausted') throw new QuireError('QUOTA_EXCEEDED', { used: reservation.used, limit });
}

/** Documents that the owner created in a month, deleted ones included. */
export async function readQuota(context: Context, month: QuotaMonth): Promise<number> {
  const reading = await whenCounted(context, month, () => context.counters.readQuota(month));
  return reading.used;
}

/** `YYYY-MM-DD`, the first day of the month after `YYYY-MM`. */
export function firstDayAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

/**
 * Asks the counters, and where they do not know the month counts its documents in the index first: heads and
 * tombstone heads, after a refresh, so that the count is never below the truth.
 */
async function whenCounted<T extends Reservation | QuotaReading>(
  context: Context, { owner, month }: QuotaMonth, ask: () => Promise<T>,
): Promise<Exclude<T, Uncounted>> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = await ask();
    if (answer.outcome !== 'uncounted') return answer as Exclude<T, Uncounted>;
    const { round } = answer;
    await context.freshness.refresh();
    const count = await context.index.countCreated(owner, month, round.underWay);
    await context.counters.seedQuota({ owner, month }, round, count);
  }
  throw new UnavailableError('the month is counted anew again and again');
}
