/** Lowest and highest of what the rounds gave; the quartiles of many rounds. */
export type Spread = { low: number; high: number };

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('there is no median of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

/** By nearest rank: a value that occurred, and at least `share` of all are not above it. */
export function percentile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) throw new RangeError('there is no percentile of nothing');
  const rank = Math.min(sorted.length, Math.max(1, Math.ceil(share * sorted.length)));
  return sorted[rank - 1] as number;
}

/** The extremes of many rounds tell of how many there were, and of the worst moment of the machine. */
const MANY_ROUNDS = 8;

export function spreadOf(values: readonly number[]): Spread {
  if (values.length < MANY_ROUNDS) return { low: Math.min(...values), high: Math.max(...values) };
  const sorted = Float64Array.from(values).sort();
  return { low: percentile(sorted, 0.25), high: percentile(sorted, 0.75) };
}

/** What several shapes of a request come to together: the rounds' medians over them. */
export function mediansByRound(series: readonly (readonly number[])[]): number[] {
  const rounds = Math.min(...series.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => median(series.map((values) => values[round] as number)));
}
