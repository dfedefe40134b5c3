import pLimit from 'p-limit';
import { UnderWay } from '../platform/under-way.js';

/** More would take connections from requests that clients wait for. */
const AT_ONCE = 4;

export class BackgroundTasks {
  readonly #onError: (task: string, error: unknown) => void;
  readonly #limit = pLimit(AT_ONCE);
  readonly #underWay = new UnderWay();
  #isEnding = false;

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

  /** Work that may take long ends after its next step. What is left is begun anew by another process. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  end(): Promise<void> {
    this.#isEnding = true;
    return this.drained();
  }

  /** Resolves when all work has ended. Nothing acknowledged depends on it. */
  drained(): Promise<void> {
    return this.#underWay.idle();
  }
}
