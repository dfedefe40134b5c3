import type { Actor } from '../../domain/api-key.js';
import { QuireError, UnavailableError } from '../../domain/errors.js';
import type { QuotaMonth, QuotaReading, QuotaUnit, Reservation, Uncounted } from '../../ports/counters.js';
import type { Context } from '../context.js';

const ATTEMPTS = 10;

export async function checkedReservation(context: Context, actor: Actor, unit: QuotaUnit): Promise<void> {
  const { documentsPerMonth: limit } = actor.plan;
  const reservation = await whenCounted(context, unit, () => context.counters.reserveQuota(unit, limit));
  if (reservation.outcome === 'exhausted') throw new QuireError('QUOTA_EXCEEDED', { used: reservation.used, limit });
}

export async function readQuota(context: Context, month: QuotaMonth): Promise<number> {
  const reading = await whenCounted(context, month, () => context.counters.readQuota(month));
  return reading.used;
}

export function firstDayAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

/** A month unknown to the counters is counted in the index after a refresh, tombstones included: never too low. */
async function whenCounted<T extends Reservation | QuotaReading>(
  context: Context,
  { owner, month }: QuotaMonth,
  ask: () => Promise<T>,
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
