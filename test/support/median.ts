/** Of an odd number of figures. Unlike the least of them, it is over a bound where most of them are. */
export function medianOf(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[(figures.length - 1) / 2] ?? NaN;
}
