import type { ProgressReporter } from '../../platform/progress.js';
import { DIGITS } from '../../domain/base62.js';

const LOOKED_AT = 4;
/** Below this share the estimate would jump. */
const LEAST_SHARE = 0.002;

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
    this.#progress.advance(count);
    this.expect(id, count);
  }

  /** Estimates the total alone, for a walk that runs ahead of the work. */
  expect(id: string, count: number): void {
    this.#done += count;
    const share = shareOfIds(id) - this.#begun;
    if (share > LEAST_SHARE) this.#progress.expect(Math.round((this.#done * (1 - this.#begun)) / share));
  }

  end(): void {
    this.#progress.expect(this.#done);
  }
}

/** The share of all possible identifiers below this one, from 0 to 1. Identifiers are random. */
function shareOfIds(id: string): number {
  let share = 0;
  for (let place = LOOKED_AT; place >= 1; place--) {
    share = (share + Math.max(0, DIGITS.indexOf(id.charAt(place - 1)))) / DIGITS.length;
  }
  return share;
}
