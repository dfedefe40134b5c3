/** The indices of a longest strictly increasing subsequence, in O(n log n). */
export function longestRise(values: Int32Array): number[] {
  const before = new Int32Array(values.length);
  /** For each length found: the index of the smallest value that ends such a subsequence. */
  const ends: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const length = shorterThan(values[at] as number, values, ends);
    before[at] = length > 0 ? (ends[length - 1] as number) : -1;
    ends[length] = at;
  }
  const rise: number[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at] as number) rise.push(at);
  return rise.reverse();
}

/** How many of the lengths end below the value. */
function shorterThan(value: number, values: Int32Array, ends: readonly number[]): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[ends[middle] as number] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
