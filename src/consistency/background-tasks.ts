/** More would take connections from requests that clients wait for. */
const AT_ONCE = 4;

type BackgroundTask = { name: string; work: () => Promise<void> };

export class BackgroundTasks {
  readonly #onError: (task: string, error: unknown) => void;
  readonly #waiting: BackgroundTask[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(onError: (task: string, error: unknown) => void) {
    this.#onError = onError;
  }

  start(name: string, work: () => Promise<void>): void {
    this.#waiting.push({ name, work });
    this.#startMore();
  }

  /** Tasks that have not ended. */
  get count(): number {
    return this.#waiting.length + this.#running.size;
  }

  /** Resolves when all work has ended. Nothing acknowledged depends on it. */
  async drained(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #startMore(): void {
    while (this.#running.size < AT_ONCE && this.#waiting.length > 0) {
      const { name, work } = this.#waiting.shift() as BackgroundTask;
      const running = work()
        .catch((error: unknown) => this.#onError(name, error))
        .finally(() => {
          this.#running.delete(running);
          this.#startMore();
        });
      this.#running.add(running);
    }
  }
}
