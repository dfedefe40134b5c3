import { percentile } from '../report/statistics.js';
import type { KindFigures } from './load.js';

/** Of one kind in one run. */
const MOST = 1_000_000;

/** What was measured of the requests of one kind; room for it is made once, so that no run pays for it. */
export class Latencies {
  readonly #milliseconds = new Float64Array(MOST);
  #count = 0;
  #bytes = 0;

  clear(): void {
    this.#count = 0;
    this.#bytes = 0;
  }

  add(milliseconds: number, bytes: number): void {
    if (this.#count === MOST) throw new Error(`more than ${MOST} answers in one run`);
    this.#milliseconds[this.#count++] = milliseconds;
    this.#bytes += bytes;
  }

  get count(): number {
    return this.#count;
  }

  figures(seconds: number): KindFigures {
    const sorted = this.#milliseconds.subarray(0, this.#count).sort();
    return {
      count: this.#count,
      perSecond: this.#count / seconds,
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
      p99: percentile(sorted, 0.99),
      longest: percentile(sorted, 1),
      meanBytes: this.#bytes / this.#count,
    };
  }
}
