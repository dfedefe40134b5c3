/** Counts what this tab has written, and tells those who show it. */
export class Changes {
  #count = 0;
  readonly #listeners = new Set<() => void>();

  get count(): number {
    return this.#count;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(): void {
    this.#count += 1;
    for (const listener of this.#listeners) listener();
  }
}
