/** JSON of this size takes a few milliseconds to check, in the most expensive case. */
const LARGE_BYTES = 32 * 1024;
/** Work in steps gives way after this long. */
const STEP_MS = 5;

type WorkStep = () => void;

/**
 * Runs large pieces of work one by one, with a turn of the event loop before and after each. Owners take turns; the
 * pieces of one owner run in order. Small work runs at once, without overhead.
 */
export class CooperativeQueue {
  /** Pending steps by owner. The first owner is next. */
  readonly #waiting = new Map<string, WorkStep[]>();
  #isRunning = false;
  /** The caller of the last piece goes on in the next turn, alone: what it does then may be as large. */
  #goesOn: WorkStep | undefined;

  /** Raises what the work raises. Returns a promise only for large work. */
  run<T>(owner: string, bytes: number, work: () => T): T | Promise<T> {
    if (bytes <= LARGE_BYTES) return work();
    return new Promise<T>((resolve, reject) => {
      this.#add(owner, () => {
        try {
          const result = work();
          this.#goesOn = () => resolve(result);
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Runs work that yields between its pieces: as many of them at once as take a few milliseconds. */
  async runInSteps<T>(owner: string, bytes: number, work: Generator<void, T>): Promise<T> {
    let step = await this.run(owner, bytes, () => stepOf(work));
    while (step.done !== true) step = await this.run(owner, Infinity, () => stepOf(work));
    return step.value;
  }

  /** Resolves when it is the owner's turn. Work that goes on then is one piece. */
  turn(owner: string): Promise<void> {
    return new Promise((resolve) => this.#add(owner, resolve));
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
    const step = this.#goesOn ?? this.#take();
    this.#goesOn = undefined;
    if (!step) {
      this.#isRunning = false;
      return;
    }
    step();
    // An immediate set here runs after the loop has looked at timers and sockets.
    setImmediate(() => this.#goOn());
  }

  #take(): WorkStep | undefined {
    const [next] = this.#waiting;
    if (!next) return undefined;
    const [owner, steps] = next;
    const step = steps.shift();
    this.#waiting.delete(owner);
    if (steps.length > 0) this.#waiting.set(owner, steps);
    return step;
  }
}

function stepOf<T>(work: Generator<void, T>): IteratorResult<void, T> {
  const since = performance.now();
  let step = work.next();
  while (step.done !== true && performance.now() - since < STEP_MS) step = work.next();
  return step;
}
