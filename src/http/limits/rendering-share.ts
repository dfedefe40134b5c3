import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit } from './concurrency-limit.js';

/** Rendering of pages gets this share of the thread. Most of it is left to other requests. */
const SHARE = 1 / 4;
/** Credit saved while idle: an ordinary page renders without a pause. */
const MOST_CREDIT_MS = 100;
/** What an asker owes beyond this is no debt of others: only the asker waits for it. */
const MOST_COMMON_DEBT_MS = 100;
/** Other work runs after this long. */
const STEP_MS = 5;
/** A rendering may come meanwhile whose asker owes nothing. */
const LOOK_EVERY_MS = 20;
/** Askers whose time is counted, a hundred bytes each. The one that asked longest ago is forgotten. */
const MOST_ASKERS = 1_000;
/** Of each line. All of them together hold so many documents in memory. */
const PLACES = { anonymous: { most: 24, mostOfOne: 8 }, owners: { most: 8, mostOfOne: 4 } };

/** Who asks for pages. */
export type PageLine = keyof typeof PLACES;

type RenderJob = { asker: string; step(): boolean };

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

/** Two queues share a quarter of the thread's time. Each is guaranteed half of that and may borrow the rest. */
export class RenderingShare {
  readonly #whole = new Credit(SHARE, MOST_CREDIT_MS);
  readonly #lines = {
    anonymous: new RenderingLine(this.#whole, PLACES.anonymous),
    owners: new RenderingLine(this.#whole, PLACES.owners),
  };

  of(line: PageLine): RenderingLine {
    return this.#lines[line];
  }
}

/** Runs renderings in turns. The generators yield between pieces of work. */
class RenderingLine {
  readonly #jobs: RenderJob[] = [];
  readonly #places: ConcurrencyLimit;
  readonly #whole: Credit;
  readonly #own = new Credit(SHARE / 2, MOST_CREDIT_MS / 2);
  readonly #askers = new LRUCache<string, Credit>({ max: MOST_ASKERS });
  #isRunning = false;

  constructor(whole: Credit, places: { most: number; mostOfOne: number }) {
    this.#whole = whole;
    this.#places = new ConcurrencyLimit({ ...places, what: 'pages are being rendered' });
  }

  /** Raises what the work raises, and `OverloadedError` if too much is under way, in all or for the asker. */
  admit<T>(asker: string, work: () => Promise<T>): Promise<T> {
    return this.#places.run(asker, work);
  }

  run<T>(asker: string, rendering: Generator<void, T>): Promise<T> {
    const result = new Promise<T>((resolve, reject) => {
      this.#jobs.push({ asker, step: () => stepOf(rendering, resolve, reject) });
    });
    void this.#work();
    return result;
  }

  /** Counts work, also that done elsewhere, in milliseconds of the thread's time. */
  charge(asker: string, milliseconds: number): void {
    const credit = this.#creditOf(asker);
    const before = credit.left();
    credit.spend(milliseconds);
    const common = commonPart(before) - commonPart(before - milliseconds);
    this.#whole.spend(common);
    this.#own.spend(common);
  }

  async #work(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#jobs.length > 0) {
      const job = await this.#next();
      const since = performance.now();
      let isDone = false;
      while (!isDone && performance.now() - since < STEP_MS) isDone = job.step();
      this.charge(job.asker, performance.now() - since);
      if (!isDone) this.#jobs.push(job);
    }
    this.#isRunning = false;
  }

  /** Waits for credit, at least one turn of the event loop. The other line may use that of both meanwhile. */
  async #next(): Promise<RenderJob> {
    for (;;) {
      await delay(Math.min(this.#wait(), LOOK_EVERY_MS));
      const at = this.#wait() > 0 ? -1 : this.#jobs.findIndex(({ asker }) => this.#creditOf(asker).wait() === 0);
      if (at !== -1) return this.#jobs.splice(at, 1)[0] as RenderJob;
    }
  }

  #wait(): number {
    // A line owes no more than both owe together: what the other line left is no debt.
    this.#own.raiseTo(Math.min(0, this.#whole.left()));
    const ofLine = Math.min(this.#own.wait(), this.#whole.wait());
    return Math.max(ofLine, Math.min(...this.#jobs.map(({ asker }) => this.#creditOf(asker).wait())));
  }

  #creditOf(asker: string): Credit {
    const known = this.#askers.get(asker);
    if (known) return known;
    const credit = new Credit(SHARE, MOST_CREDIT_MS);
    this.#askers.set(asker, credit);
    return credit;
  }
}

function commonPart(left: number): number {
  return Math.max(left, -MOST_COMMON_DEBT_MS);
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
