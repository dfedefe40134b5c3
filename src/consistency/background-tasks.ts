import pLimit from 'p-limit';
import { UnderWay } from '../platform/under-way.js';

/** More would take connections from requests that clients wait for. */
const AT_ONCE = 4;

export class BackgroundTasks {
  readonly #onError: (task: string, error: unknown) => void;
  readonly #limit = pLimit(AT_ONCE);
  readonly #underWay = new UnderWay();

  constructor(onError: (task: string, error: unknown) => void) {
    this.#onError = onError;
  }

  start(name: string, work: () => Promise<void>): void {
    const task = () => this.#limit(work).catch((error: unknown) => this.#onError(name, error));
    void this.#underWay.run(task);
  }

  /** Tasks that have not ended. */
  get count(): number {
    return this.#underWay.count;
  }

  /** Resolves when all work has ended. Nothing acknowledged depends on it. */
  drained(): Promise<void> {
    return this.#underWay.idle();
  }
}
