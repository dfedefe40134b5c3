import { callingBefore } from './intercept-calls.js';

/** Where a call is held until the test lets it go on. */
export class Gate {
  /** Resolves when somebody has come to it. */
  readonly reached: Promise<void>;
  open: () => void = () => undefined;
  readonly #opened: Promise<void>;
  #reach: () => void = () => undefined;

  constructor() {
    this.reached = new Promise((resolve) => {
      this.#reach = resolve;
    });
    this.#opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  /** The same object, whose calls of one method come to the gate. */
  before<T extends object>(target: T, method: keyof T): T {
    return callingBefore(target, method, () => {
      this.#reach();
      return this.#opened;
    });
  }
}
