import { setTimeout as delay } from 'node:timers/promises';

/** Work that no answer waits for, but that a shutdown does. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (task: string, error: unknown) => void;

  constructor(onError: (task: string, error: unknown) => void) {
    this.#onError = onError;
  }

  /** `name` says in the log what failed. */
  start(name: string, work: () => Promise<void>): void {
    const task = work().catch((error: unknown) => this.#onError(name, error));
    this.#running.add(task);
    void task.finally(() => this.#running.delete(task));
  }

  /** When all that was started has ended, or after `atMostMs`: nothing acknowledged depends on it. */
  async drained(atMostMs: number): Promise<void> {
    const timeUp = delay(atMostMs, 'time up', { ref: false });
    while (this.#running.size > 0) {
      if (await Promise.race([Promise.all(this.#running), timeUp]) === 'time up') return;
    }
  }
}
