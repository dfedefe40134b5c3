import type { CatalogProgress } from './index-catalog.js';
import { SetBackError } from './last-transaction.js';

/** The newest progress that this process wrote or read in the current index. Older snapshots must not answer. */
export class NewestSeen {
  #newest: CatalogProgress = { swaps: 0, seqNo: 0 };

  /** Commits may be reported out of order. */
  wrote(progress: CatalogProgress): void {
    if (isBefore(this.#newest, progress)) this.#newest = progress;
  }

  /** Raises `SetBackError` for a snapshot older than an earlier write or read. */
  read(progress: CatalogProgress): void {
    if (isBefore(progress, this.#newest)) throw new SetBackError();
    this.#newest = progress;
  }
}

function isBefore(a: CatalogProgress, b: CatalogProgress): boolean {
  return a.swaps < b.swaps || (a.swaps === b.swaps && a.seqNo < b.seqNo);
}
