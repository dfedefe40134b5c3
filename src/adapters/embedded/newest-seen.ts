import type { Progress } from './index-catalog.js';
import { SetBackError } from './last-transaction.js';

/** How far a process has written or read the current index: it answers nobody from an older snapshot. */
export class NewestSeen {
  #newest: Progress = { swaps: 0, seqNo: 0 };

  /** Commits may be told in another order than they came in. */
  wrote(progress: Progress): void {
    if (isBefore(this.#newest, progress)) this.#newest = progress;
  }

  /** Raises `SetBackError` for a snapshot that is older than what was written or read before. */
  read(progress: Progress): void {
    if (isBefore(progress, this.#newest)) throw new SetBackError();
    this.#newest = progress;
  }
}

function isBefore(a: Progress, b: Progress): boolean {
  return a.swaps < b.swaps || (a.swaps === b.swaps && a.seqNo < b.seqNo);
}
