import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.js';
import { Deadline } from '../../platform/deadline.js';
import { NOTHING, pagesOf, sumOf } from './growth.js';
import type { Growth } from './growth.js';

type WriteJob = { work: () => void; growth: () => Growth; resolve: () => void; reject: (error: Error) => void };

/** Call `growth` once, inside the transaction, before `work`. */
export type WriteBatch = { growth: () => Growth; work: () => void };

const DEADLINE_MS = 10_000;
/** 8 MiB with pages of 4 KiB. A transaction that may need more has only one job. */
const MOST_PAGES = 2_048;
/** A transaction that may need more is followed by a turn of the event loop: it takes 10 ms or longer. */
const HEAVY_PAGES = 512;

/** One transaction at a time, shared by the writes that waited. A write resolves when its transaction is durable. */
export class WriteQueue {
  readonly #transact: (batch: WriteBatch) => Promise<unknown>;
  readonly #mostTogether: number;
  readonly #waiting = new Set<WriteJob>();
  #drained: Promise<void> | undefined;
  #isHeavy = false;

  /** `transact` resolves when its work is durable. Up to `mostTogether` writes block the event loop at once. */
  constructor(transact: (batch: WriteBatch) => Promise<unknown>, mostTogether: number) {
    this.#transact = transact;
    this.#mostTogether = mostTogether;
  }

  /**
   * `work` must not throw or leave anything half done: other writes share its transaction. `growth` is called in that
   * transaction too. Raises `UnavailableError` if the transaction fails or is not durable in 10 s: outcome unknown.
   */
  write<T>(work: () => T, growth: () => Growth): Promise<T> {
    let job: WriteJob | undefined;
    const done = new Promise<T>((resolve, reject) => {
      let result: T;
      job = {
        work: () => {
          result = work();
        },
        growth,
        resolve: () => resolve(result),
        reject,
      };
      this.#waiting.add(job);
    });
    this.#drained ??= this.#drain();
    return new Deadline(DEADLINE_MS)
      .within(done, 'writing to the index')
      .finally(() => job && this.#waiting.delete(job));
  }

  async idle(): Promise<void> {
    await this.#drained;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      await this.#commit();
      // Its end resolves thousands of writes, and the next one may be as heavy.
      if (this.#isHeavy) await nextTurn();
    }
    this.#drained = undefined;
  }

  async #commit(): Promise<void> {
    const batch: WriteJob[] = [];
    try {
      await this.#transact({
        growth: () => this.#take(batch),
        work: () => {
          for (const { work } of batch) work();
        },
      });
    } catch (error) {
      const failure =
        error instanceof UnavailableError
          ? error
          : new UnavailableError('writing to the index failed', { cause: error });
      if (batch.length === 0) batch.push(...this.#takeAny());
      for (const { reject } of batch) reject(failure);
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  /** Moves waiting jobs to the batch. A job whose growth raises an error fails alone. */
  #take(batch: WriteJob[]): Growth {
    let sum = NOTHING;
    for (const job of this.#waiting) {
      const growth = batch.length < this.#mostTogether ? this.#growthOf(job, batch) : undefined;
      const together = growth && sumOf([sum, growth]);
      if (!together || (batch.length > 0 && pagesOf(together, Infinity) > MOST_PAGES)) break;
      this.#waiting.delete(job);
      batch.push(job);
      sum = together;
    }
    this.#isHeavy = pagesOf(sum, Infinity) > HEAVY_PAGES;
    return sum;
  }

  /** Undefined if it failed and must be the first of another batch. */
  #growthOf(job: WriteJob, batch: WriteJob[]): Growth | undefined {
    try {
      return job.growth();
    } catch (error) {
      if (batch.length > 0) return undefined;
      this.#waiting.delete(job);
      batch.push(job);
      throw error;
    }
  }

  #takeAny(): WriteJob[] {
    const taken = [...this.#waiting].slice(0, this.#mostTogether);
    for (const job of taken) this.#waiting.delete(job);
    return taken;
  }
}
