/** Of the dearest JSON, so many bytes take a few milliseconds to judge. */
const LARGE_BYTES = 32 * 1024;

type Step = () => void;

/**
 * Work whose size is known before: the large pieces of all owners go on one by one, and the event loop turns before
 * each of them. Owners take turns; the pieces of one owner go on in the order in which they came. What is small is done
 * at once, and costs nothing more.
 */
export class LargeWork {
  /** Of each owner, what waits. The first owner is the next one. */
  readonly #waiting = new Map<string, Step[]>();
  #isRunning = false;

  /** Raises what the work raises. Gives a promise where the work is large. */
  run<T>(owner: string, bytes: number, work: () => T): T | Promise<T> {
    if (bytes <= LARGE_BYTES) return work();
    return new Promise<T>((resolve, reject) => {
      this.#add(owner, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }

  #add(owner: string, step: Step): void {
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
    // One that is set here runs after the loop has looked at timers and sockets.
    setImmediate(() => this.#goOn());
  }
}
