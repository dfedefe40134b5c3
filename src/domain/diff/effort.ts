/**
 * Bounds the work of one comparison by steps. Time would not do: equal input must give an equal answer, as the answer's
 * entity tag is known before it is made.
 */
export class Effort {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Below 0 after a piece of work that took more than was left. */
  get left(): number {
    return this.#left;
  }

  spend(steps: number): void {
    this.#left -= steps;
  }
}
