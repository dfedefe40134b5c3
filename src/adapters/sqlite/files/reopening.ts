/** How often files are opened again where the disk takes no writes. */
const LOOK_AGAIN_MS = 1_000;

/** `isFixed`: the disk took no writes when it was opened, so it is read as it was then. */
type Opened = { readonly isFixed: boolean; close(): void };

/** Files that are opened when they are needed. Fixed ones are opened again: the disk may take writes by now. */
export class Reopening<T extends Opened> {
  readonly #open: () => T;
  #opened: T | undefined;
  #openedAt = 0;

  constructor(open: () => T) {
    this.#open = open;
  }

  /** Raises what opening raises. */
  get(): T {
    if (this.#opened?.isFixed && performance.now() - this.#openedAt > LOOK_AGAIN_MS) this.close();
    if (this.#opened) return this.#opened;
    this.#opened = this.#open();
    this.#openedAt = performance.now();
    return this.#opened;
  }

  /** Call after a write: files as they were do not show it. */
  closeFixed(): void {
    if (this.#opened?.isFixed) this.close();
  }

  close(): void {
    this.#opened?.close();
    this.#opened = undefined;
  }
}
