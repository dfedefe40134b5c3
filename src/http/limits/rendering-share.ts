import { setTimeout as delay } from 'node:timers/promises';
import { Places } from './places.js';

/** Rendering of pages gets this share of the thread. Most of it is left to other requests. */
const SHARE = 1 / 4;
/** Credit saved while idle: an ordinary page renders without a pause. */
const MOST_CREDIT_MS = 100;
/** Other work runs after this long. */
const STEP_MS = 5;
const MOST_AT_ONCE = 32;
const MOST_OF_ONE = 8;

type RenderJob = { step(): boolean };

/** Runs renderings in turns, within one share of the thread's time. The generators yield between pieces of work. */
export class RenderingShare {
  readonly #jobs: RenderJob[] = [];
  readonly #places = new Places({ most: MOST_AT_ONCE, mostOfOne: MOST_OF_ONE, what: 'pages are being rendered' });
  #credit = MOST_CREDIT_MS;
  #countedAt = performance.now();
  #isRunning = false;

  /** Raises what the work raises, and `OverloadedError` if too much is under way, in all or for the address. */
  admit<T>(address: string, work: () => Promise<T>): Promise<T> {
    return this.#places.run(address, work);
  }

  run<T>(rendering: Generator<void, T>): Promise<T> {
    const result = new Promise<T>((resolve, reject) => {
      this.#jobs.push({ step: () => stepOf(rendering, resolve, reject) });
    });
    void this.#work();
    return result;
  }

  /** Counts work done elsewhere, in milliseconds of the thread's time. */
  charge(milliseconds: number): void {
    this.#credit -= milliseconds;
  }

  async #work(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      await this.#rest();
      const since = performance.now();
      let isDone = false;
      while (!isDone && performance.now() - since < STEP_MS) isDone = job.step();
      this.#credit -= performance.now() - since;
      if (!isDone) this.#jobs.push(job);
    }
    this.#isRunning = false;
  }

  /** Waits for credit, at least one turn of the event loop. */
  async #rest(): Promise<void> {
    const now = performance.now();
    this.#credit = Math.min(MOST_CREDIT_MS, this.#credit + (now - this.#countedAt) * SHARE);
    this.#countedAt = now;
    await delay(this.#credit > 0 ? 0 : -this.#credit / SHARE);
  }
}

function stepOf<T>(
  rendering: Generator<void, T>,
  resolve: (result: T) => void,
  reject: (error: unknown) => void,
): boolean {
  try {
    const step = rendering.next();
    if (step.done === true) resolve(step.value);
    return step.done === true;
  } catch (error) {
    reject(error);
    return true;
  }
}
