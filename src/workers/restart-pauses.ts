/** A worker that lived this long did not fail at its start. */
const STEADY_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Milliseconds before a replacement starts: none after one death, growing after deaths in a row. */
export class RestartPauses {
  #next = 0;

  after(livedMs: number): number {
    const pause = livedMs >= STEADY_MS ? 0 : this.#next;
    this.#next = Math.min(Math.max(pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    return pause;
  }
}
