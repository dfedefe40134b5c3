import type { Progress } from './progress.js';
import { shareOfIds } from './share-of-ids.js';

/** Nobody knows how many identifiers there are, but how far a walk along random ones has come. */
export class WalkProgress {
  readonly #progress: Progress;
  readonly #begun: number;
  #done = 0;

  /** `reached`: an identifier behind which the walk begins; null: at the first one. */
  constructor(progress: Progress, reached: string | null) {
    this.#progress = progress;
    this.#begun = reached === null ? 0 : shareOfIds(reached);
  }

  /** `count` more, the last of which is `id`. */
  advance(id: string, count: number): void {
    this.#done += count;
    this.#progress.advance(count);
    const share = shareOfIds(id);
    if (share > this.#begun) this.#progress.expect(Math.round(this.#done * (1 - this.#begun) / (share - this.#begun)));
  }

  /** All of them are known by now. */
  end(): void {
    this.#progress.expect(this.#done);
  }
}
