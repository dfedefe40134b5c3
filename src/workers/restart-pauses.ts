/** Whoever has lived so long was no failure from its start. */
const STEADY_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** How long to wait before the next worker: not at all after one death, ever longer after deaths in a row. */
export class RestartPauses {
  #next = 0;

  /** In milliseconds, after one that has lived for `livedMs`. */
  after(livedMs: number): number {
    const pause = livedMs >= STEADY_MS ? 0 : this.#next;
    this.#next = Math.min(Math.max(pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    return pause;
  }
}
