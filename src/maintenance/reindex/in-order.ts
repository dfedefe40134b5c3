/** Reports pieces of work in their order: each one only after all before it are done. */
export class InOrder<T> {
  readonly #tell: (done: T) => void;
  readonly #early = new Map<number, T>();
  #next = 0;

  constructor(tell: (done: T) => void) {
    this.#tell = tell;
  }

  async *numbered<Item>(items: AsyncIterable<Item>): AsyncGenerator<{ number: number; item: Item }> {
    let number = 0;
    for await (const item of items) yield { number: number++, item };
  }

  done(number: number, done: T): void {
    this.#early.set(number, done);
    for (; this.#early.has(this.#next); this.#next++) {
      this.#tell(this.#early.get(this.#next) as T);
      this.#early.delete(this.#next);
    }
  }
}
