import { monthOf } from '../../domain/month.js';
import type { CounterStore } from '../../ports/counter-store.js';
import type { RateWindow } from '../../ports/counters.js';

/**
 * What is counted of an owner in the windows under way. `documents`: those of this calendar month (UTC); null: not
 * counted since the counters were lost, which the next create does.
 */
export type OwnerUse = { minute: number; day: number; bytes: number; documents: number | null };

/** More than any window counts, and a whole number in every store. */
const MOST = 2 ** 50;

/** Counts nothing. Raises `UnavailableError`. */
export async function readOwnerUse(
  counters: Pick<CounterStore, 'admit' | 'readQuota'>,
  owner: string,
  now: Date,
): Promise<OwnerUse> {
  // There is never room for so many bytes, and a refused request is counted in no window.
  const limits = { perMinute: MOST, perDay: MOST, bytesPerDay: MOST - 1 };
  const [{ minute, day, bytes }, month] = await Promise.all([
    counters.admit(owner, limits, { bytes: MOST }),
    counters.readQuota({ owner, month: monthOf(now.toISOString()) }),
  ]);
  const documents = month.outcome === 'known' ? month.used : null;
  return { minute: usedOf(minute), day: usedOf(day), bytes: bytes ? usedOf(bytes) : 0, documents };
}

function usedOf({ limit, remaining }: RateWindow): number {
  return limit - remaining;
}
