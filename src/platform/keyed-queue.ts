export type KeyedQueueOptions = {
  /** Units of all work that is under way at once. */
  most?: number;
  /** The same of one key. */
  mostOfOne?: number;
  /** How long work waits for its turn. */
  waitMs?: number;
  /** The error of work whose turn does not come in time. */
  refusal(): Error;
};

/** Work of more units than a bound has room only alone. */
type WorkOptions = { units?: number; waitMs?: number };

export type Turn = {
  /** Gives back what is above. */
  shrinkTo(units: number): void;
  /** Gives back all. More calls do nothing. */
  end(): void;
};

type Waiting = { units: number; begin(): void };

/** Limits work that is under way, in all and for each key. Work of one key begins in order, and keys take turns. */
export class KeyedQueue {
  readonly #options: Required<KeyedQueueOptions>;
  readonly #takenBy = new Map<string, number>();
  #taken = 0;
  /** By key, none of them empty. The key that has waited longest is first. */
  readonly #waiting = new Map<string, Set<Waiting>>();
  /** Somebody waits for room that all share: whoever comes now comes after. */
  #isFull = false;

  constructor(options: KeyedQueueOptions) {
    this.#options = { most: Infinity, mostOfOne: Infinity, waitMs: Infinity, ...options };
  }

  /** Whether work of the key would wait. */
  isBusy(key: string, units = 1): boolean {
    return this.#isFull || this.#waiting.has(key) || !this.#hasOwnRoom(key, units) || !this.#hasRoom(units);
  }

  /** Raises what `work` raises, and the refusal, without having begun it, if its turn does not come in time. */
  async run<T>(key: string, work: () => Promise<T>, options?: WorkOptions): Promise<T> {
    const turn = await this.enter(key, options);
    try {
      return await work();
    } finally {
      turn.end();
    }
  }

  /** Raises the refusal if the turn does not come in time. */
  async enter(key: string, { units = 1, waitMs = this.#options.waitMs }: WorkOptions = {}): Promise<Turn> {
    if (this.isBusy(key, units)) await this.#wait(key, units, waitMs);
    else this.#take(key, units);
    let left = units;
    const shrinkTo = (to: number): void => {
      if (to >= left) return;
      this.#take(key, to - left);
      left = to;
      this.#beginNext(key);
    };
    return { shrinkTo, end: () => shrinkTo(0) };
  }

  #hasOwnRoom(key: string, units: number): boolean {
    const taken = this.#takenBy.get(key) ?? 0;
    return taken === 0 || taken + units <= this.#options.mostOfOne;
  }

  #hasRoom(units: number): boolean {
    return this.#taken === 0 || this.#taken + units <= this.#options.most;
  }

  #take(key: string, units: number): void {
    const own = (this.#takenBy.get(key) ?? 0) + units;
    this.#taken += units;
    if (own > 0) this.#takenBy.set(key, own);
    else this.#takenBy.delete(key);
  }

  #wait(key: string, units: number, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        this.#leave(key, waiting);
        reject(this.#options.refusal());
        this.#beginNext(key);
      };
      const timer = waitMs === Infinity ? undefined : setTimeout(refuse, waitMs);
      const begin = (): void => {
        clearTimeout(timer);
        this.#take(key, units);
        resolve();
      };
      const waiting = { units, begin };
      if (!this.#waiting.has(key) && this.#hasOwnRoom(key, units)) this.#isFull = true;
      this.#waiting.set(key, (this.#waiting.get(key) ?? new Set()).add(waiting));
    });
  }

  #leave(key: string, waiting: Waiting): void {
    const line = this.#waiting.get(key);
    line?.delete(waiting);
    if (line?.size === 0) this.#waiting.delete(key);
  }

  /** Begins what has room now. Without a common bound only work of the same key can have it. */
  #beginNext(key: string): void {
    this.#isFull = false;
    if (this.#options.most === Infinity) {
      while (this.#beginFirst(key));
      return;
    }
    // A key that is set again is visited again, after the others.
    for (const each of this.#waiting.keys()) {
      this.#beginFirst(each);
      if (this.#isFull) return;
    }
  }

  #beginFirst(key: string): boolean {
    const line = this.#waiting.get(key);
    const [first] = line ?? [];
    if (!line || !first || !this.#hasOwnRoom(key, first.units)) return false;
    this.#isFull = !this.#hasRoom(first.units);
    if (this.#isFull) return false;
    line.delete(first);
    this.#waiting.delete(key);
    if (line.size > 0) this.#waiting.set(key, line);
    first.begin();
    return true;
  }
}
