import type { Actor } from '../domain/api-key.js';
import { QuireError, UnavailableError } from '../domain/errors.js';
import type { QuotaReading, QuotaUnit, Reservation, Uncounted } from '../ports/counters.js';
import type { Context } from './context.js';

/** Attempts to find a month counted: each one more means that the counter store lost its contents meanwhile. */
const ATTEMPTS = 5;

/** Takes a unit of this month's quota. Raises `QUOTA_EXCEEDED`. */
export async function reserveQuota(context: Context, actor: Actor, month: string): Promise<QuotaUnit> {
  const { owner, plan } = actor;
  const reservation = await whenCounted(context, { owner, month }, () =>
    context.counters.reserveQuota(owner, month, plan.documentsPerMonth));
  if (reservation.outcome === 'reserved') return reservation.unit;
  throw new QuireError('QUOTA_EXCEEDED', { used: reservation.used, limit: plan.documentsPerMonth });
}

/** Documents that the owner created in a month, deleted ones included. */
export async function readQuota(context: Context, owner: string, month: string): Promise<number> {
  const reading = await whenCounted(context, { owner, month }, () => context.counters.readQuota(owner, month));
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
  context: Context, { owner, month }: { owner: string; month: string }, ask: () => Promise<T>,
): Promise<Exclude<T, Uncounted>> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = await ask();
    if (answer.outcome !== 'uncounted') return answer as Exclude<T, Uncounted>;
    await context.freshness.refresh();
    const count = await context.index.countCreated(owner, month);
    await context.counters.seedQuota({ owner, month, era: answer.era }, count);
  }
  throw new UnavailableError('the counter store keeps losing the month\'s count');
}
