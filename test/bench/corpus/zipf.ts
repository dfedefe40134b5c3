import type { SeededRandom } from '../../support/oracle/seeded-random.js';

/** Ranks from 0, the one of rank r as often as 1 / (r + 1) ** exponent says. */
export class Zipf {
  readonly #cumulated: Float64Array;

  constructor(size: number, exponent: number) {
    if (!(size >= 1)) throw new RangeError('there must be something to draw');
    this.#cumulated = new Float64Array(size);
    let sum = 0;
    for (let rank = 0; rank < size; rank++) this.#cumulated[rank] = sum += (rank + 1) ** -exponent;
  }

  draw(random: SeededRandom): number {
    const last = this.#cumulated.length - 1;
    const wanted = random.next() * (this.#cumulated[last] as number);
    let [low, high] = [0, last];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulated[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
