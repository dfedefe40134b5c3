import { OverloadedError } from '../domain/errors.js';

export type TurnOptions = { atOnce: number; waitMs: number; tooMany: string };

/** `waiting`: begins each waiting turn, longest wait first. */
type Line = { active: number; readonly waiting: Set<() => void> };

/** Limits concurrent work per name. Further work of that name waits in order, for `waitMs` at most. */
export class KeyedSemaphore {
  readonly #options: TurnOptions;
  readonly #lines = new Map<string, Line>();

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  isBusy(name: string): boolean {
    return (this.#lines.get(name)?.active ?? 0) >= this.#options.atOnce;
  }

  /** Raises what `work` raises, and `OverloadedError` if its turn does not come in time. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const end = await this.enter(name);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Resolves with the function that ends the turn, to be called once. Raises `OverloadedError` after the wait. */
  async enter(name: string): Promise<() => void> {
    const line = this.#lines.get(name) ?? { active: 0, waiting: new Set() };
    this.#lines.set(name, line);
    if (line.active < this.#options.atOnce) line.active++;
    else await this.#wait(line);
    return () => this.#end(name, line);
  }

  #wait({ waiting }: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new OverloadedError(`too many ${this.#options.tooMany} are under way`));
      }, this.#options.waitMs);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(begin);
    });
  }

  /** The turn passes to the longest waiting work, if there is any. */
  #end(name: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
    } else if (--line.active === 0) this.#lines.delete(name);
  }
}
