/** JSON of this size takes a few milliseconds to judge, in the most expensive case. */
const LARGE_BYTES = 32 * 1024;

type WorkStep = () => void;

/**
 * Runs large pieces of work one by one, with a turn of the event loop before each. Owners take turns; the pieces of one
 * owner run in order. Small work runs at once, without overhead.
 */
export class LargeWork {
  /** Pending steps by owner. The first owner is next. */
  readonly #waiting = new Map<string, WorkStep[]>();
  #isRunning = false;

  /** Raises what the work raises. Returns a promise only for large work. */
  run<T>(owner: string, bytes: number, work: () => T): T | Promise<T> {
    if (bytes <= LARGE_BYTES) return work();
    return new Promise<T>((resolve, reject) => {
      this.#add(owner, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #add(owner: string, step: WorkStep): void {
    const steps = this.#waiting.get(owner);
    if (steps) steps.push(step);
    else this.#waiting.set(owner, [step]);
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => this.#goOn());
  }

  #goOn(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#isRunning = false;
      return;
    }
    const [owner, steps] = next;
    const step = steps.shift();
    this.#waiting.delete(owner);
    if (steps.length > 0) this.#waiting.set(owner, steps);
    step?.();
    // An immediate set here runs after the loop has looked at timers and sockets.
    setImmediate(() => this.#goOn());
  }
}
