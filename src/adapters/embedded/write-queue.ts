import { UnavailableError } from '../../domain/errors.js';
import { withDeadline } from './deadline.js';

type Job = { work: () => void; resolve: () => void; reject: (error: Error) => void };

const DEADLINE_MS = 10_000;

/**
 * One transaction at a time, shared by all who came while the one before was being synced. A caller hears
 * back when its transaction is durable.
 */
export class WriteQueue {
  readonly #transact: (work: () => void) => Promise<unknown>;
  readonly #mostTogether: number;
  readonly #waiting = new Set<Job>();
  #drained: Promise<void> | undefined;

  /**
   * `transact` runs its argument in one transaction and resolves when that is durable. A transaction keeps the
   * event loop for the time of `mostTogether` writes.
   */
  constructor(transact: (work: () => void) => Promise<unknown>, mostTogether: number) {
    this.#transact = transact;
    this.#mostTogether = mostTogether;
  }

  /**
   * `work` must not throw, nor leave anything half done: what others write is in the same transaction. Raises
   * `UnavailableError` when the transaction failed or is not durable in time: outcome unknown.
   */
  write<T>(work: () => T): Promise<T> {
    let job: Job | undefined;
    const done = new Promise<T>((resolve, reject) => {
      let result: T;
      job = { work: () => { result = work(); }, resolve: () => resolve(result), reject };
      this.#waiting.add(job);
    });
    this.#drained ??= this.#drain();
    return withDeadline('writing to the index', DEADLINE_MS, done).finally(() => job && this.#waiting.delete(job));
  }

  /** Resolves when nothing is waiting or being written. */
  async idle(): Promise<void> {
    await this.#drained;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) await this.#commit();
    this.#drained = undefined;
  }

  async #commit(): Promise<void> {
    let batch: Job[] = [];
    try {
      await this.#transact(() => {
        batch = this.#take();
        for (const { work } of batch) work();
      });
    } catch (error) {
      const failure = new UnavailableError('writing to the index failed', { cause: await causeOf(error) });
      for (const { reject } of batch.length > 0 ? batch : this.#take()) reject(failure);
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  #take(): Job[] {
    const batch = [...this.#waiting].slice(0, this.#mostTogether);
    for (const job of batch) this.#waiting.delete(job);
    return batch;
  }
}

/** lmdb-js hides the reason in a promise that is rejected with it, and that nobody else handles. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error;
  return Promise.resolve(error.commitError).then(() => error, (reason: unknown) => reason);
}
