import { randomUUID } from 'node:crypto';
import type { CounterStore } from '../../src/ports/counter-store.js';
import type { CountRound, QuotaMonth, QuotaReservation } from '../../src/ports/month-counts.js';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
export const AMPLE = { perMinute: 1_000, perDay: 1_000 };

/** A unit of a create of its own. */
export function newUnit(month: QuotaMonth, documentId: string = randomUUID()): QuotaReservation {
  return { ...month, documentId, name: randomUUID() };
}

export async function roundToCount(counters: CounterStore, month: QuotaMonth): Promise<CountRound> {
  const reading = await counters.readQuota(month);
  if (reading.outcome !== 'uncounted') throw new Error(`the month is known: ${reading.used}`);
  return reading.round;
}

/** Has the month counted: so many documents are in the index. */
export async function seed(counters: CounterStore, month: QuotaMonth, count: number): Promise<void> {
  await counters.seedQuota(month, await roundToCount(counters, month), count);
}

export async function usedOf(counters: CounterStore, month: QuotaMonth): Promise<number | 'uncounted'> {
  const reading = await counters.readQuota(month);
  return reading.outcome === 'known' ? reading.used : 'uncounted';
}

export async function inTurn<T>(times: number, act: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n++) results.push(await act());
  return results;
}

export function atOnce<T>(times: number, act: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => act(n)));
}
