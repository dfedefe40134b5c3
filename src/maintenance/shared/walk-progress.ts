import type { ProgressReporter } from './progress.js';
import { DIGITS } from '../../domain/base62.js';

/** Estimates the total from how far a walk along random identifiers has come. */
export class WalkProgress {
  readonly #progress: ProgressReporter;
  readonly #begun: number;
  #done = 0;

  /** `reached`: the walk begins after this identifier; null: at the first one. */
  constructor(progress: ProgressReporter, reached: string | null) {
    this.#progress = progress;
    this.#begun = reached === null ? 0 : shareOfIds(reached);
  }

  advance(id: string, count: number): void {
    this.#done += count;
    this.#progress.advance(count);
    const share = shareOfIds(id);
    if (share > this.#begun)
      this.#progress.expect(Math.round((this.#done * (1 - this.#begun)) / (share - this.#begun)));
  }

  end(): void {
    this.#progress.expect(this.#done);
  }
}

const LOOKED_AT = 4;

/** The share of all possible identifiers below this one, from 0 to 1. Identifiers are random. */
export function shareOfIds(id: string): number {
  let share = 0;
  for (let place = LOOKED_AT; place >= 1; place--) {
    share = (share + Math.max(0, DIGITS.indexOf(id.charAt(place - 1)))) / DIGITS.length;
  }
  return share;
}
