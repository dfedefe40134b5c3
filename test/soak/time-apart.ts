/** When each process counts for itself: then a count may lack what others have made. */
export class TimeApart {
  #isOn = false;
  #endedAt = -Infinity;

  begin(): void {
    this.#isOn = true;
  }

  end(): void {
    this.#isOn = false;
    this.#endedAt = performance.now();
  }

  /** Whether there was such a moment since then, by `performance.now()`. */
  readonly since = (startedAt: number): boolean => this.#isOn || this.#endedAt >= startedAt;
}
