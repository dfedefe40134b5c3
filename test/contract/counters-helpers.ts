import type { Counters } from '../../src/ports/counters.js';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
export const AMPLE = { perMinute: 1_000, perDay: 1_000 };

export async function eraToCount(counters: Counters, owner: string, month: string): Promise<string> {
  const reservation = await counters.reserveQuota(owner, month, 1_000);
  if (reservation.outcome !== 'uncounted') throw new Error(`the month is known: ${reservation.outcome}`);
  return reservation.era;
}

export async function inTurn<T>(times: number, act: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n++) results.push(await act());
  return results;
}

export function atOnce<T>(times: number, act: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => act(n)));
}
