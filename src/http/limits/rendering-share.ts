import { setTimeout as delay } from 'node:timers/promises';
import { Places } from './places.js';

/** Rendering of pages gets this share of the thread. Most of it is left to other requests. */
const SHARE = 1 / 4;
/** Credit saved while idle: an ordinary page renders without a pause. */
const MOST_CREDIT_MS = 100;
/** Other work runs after this long. */
const STEP_MS = 5;
/** Of each line. All of them together hold so many documents in memory. */
const PLACES = { strangers: { most: 24, mostOfOne: 8 }, owners: { most: 8, mostOfOne: 4 } };

/** Who asks for pages. */
export type PageLine = keyof typeof PLACES;

type RenderJob = { step(): boolean };

/** Time of the thread that may be used. */
class Credit {
  readonly #share: number;
  readonly #most: number;
  #left: number;
  #countedAt = performance.now();

  constructor(share: number, most: number) {
    this.#share = share;
    this.#most = most;
    this.#left = most;
  }

  /** Milliseconds; below zero if it is a debt. */
  left(): number {
    const now = performance.now();
    this.#left = Math.min(this.#most, this.#left + (now - this.#countedAt) * this.#share);
    this.#countedAt = now;
    return this.#left;
  }

  spend(milliseconds: number): void {
    this.#left -= milliseconds;
  }

  raiseTo(least: number): void {
    this.#left = Math.max(this.left(), least);
  }

  /** Milliseconds until there is some. */
  wait(): number {
    const left = this.left();
    return left > 0 ? 0 : -left / this.#share;
  }
}

/** One share of the thread's time for two lines. Each has half of it, and of the other half what is not used. */
export class RenderingShare {
  readonly #whole = new Credit(SHARE, MOST_CREDIT_MS);
  readonly #lines = {
    strangers: new RenderingLine(this.#whole, PLACES.strangers),
    owners: new RenderingLine(this.#whole, PLACES.owners),
  };

  of(line: PageLine): RenderingLine {
    return this.#lines[line];
  }
}

/** Runs renderings in turns. The generators yield between pieces of work. */
class RenderingLine {
  readonly #jobs: RenderJob[] = [];
  readonly #places: Places;
  readonly #whole: Credit;
  readonly #own = new Credit(SHARE / 2, MOST_CREDIT_MS / 2);
  #isRunning = false;

  constructor(whole: Credit, places: { most: number; mostOfOne: number }) {
    this.#whole = whole;
    this.#places = new Places({ ...places, what: 'pages are being rendered' });
  }

  /** Raises what the work raises, and `OverloadedError` if too much is under way, in all or for the asker. */
  admit<T>(asker: string, work: () => Promise<T>): Promise<T> {
    return this.#places.run(asker, work);
  }

  run<T>(rendering: Generator<void, T>): Promise<T> {
    const result = new Promise<T>((resolve, reject) => {
      this.#jobs.push({ step: () => stepOf(rendering, resolve, reject) });
    });
    void this.#work();
    return result;
  }

  /** Counts work, also that done elsewhere, in milliseconds of the thread's time. */
  charge(milliseconds: number): void {
    this.#whole.spend(milliseconds);
    this.#own.spend(milliseconds);
  }

  async #work(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      await this.#rest();
      const since = performance.now();
      let isDone = false;
      while (!isDone && performance.now() - since < STEP_MS) isDone = job.step();
      this.charge(performance.now() - since);
      if (!isDone) this.#jobs.push(job);
    }
    this.#isRunning = false;
  }

  /** Waits for credit, at least one turn of the event loop. The other line may use that of both meanwhile. */
  async #rest(): Promise<void> {
    do await delay(this.#wait());
    while (this.#wait() > 0);
  }

  #wait(): number {
    // A line owes no more than both owe together: what the other line left is no debt.
    this.#own.raiseTo(Math.min(0, this.#whole.left()));
    return Math.min(this.#own.wait(), this.#whole.wait());
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
