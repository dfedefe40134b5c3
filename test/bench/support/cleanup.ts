/** What has to be stopped in the end, whatever happens: last started, first stopped. */
export class Cleanup {
  readonly #stops = new Set<() => Promise<void>>();

  /** Gives a function that stops it earlier; each is stopped once. */
  add(stop: () => Promise<unknown>): () => Promise<void> {
    const once = async (): Promise<void> => {
      if (this.#stops.delete(once)) await stop();
    };
    this.#stops.add(once);
    return once;
  }

  async all(): Promise<void> {
    for (const stop of [...this.#stops].reverse()) await stop().catch(() => undefined);
  }
}
