import type { ProgressReporter } from './progress.js';
import { shareOfIds } from './share-of-ids.js';

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
