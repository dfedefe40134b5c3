/** Who is told how far a long work is. One work at a time: `start` ends the one before. */
export interface Progress {
  /** `total` is left out where it is not known, or not yet. */
  start(label: string, total?: number): void;
  /** The total has become known, or is another than was thought. */
  expect(total: number): void;
  /** So many more are done, one by default. Cheap: to be called for every object. */
  advance(count?: number): void;
  /** A line that the operator should see at once. */
  note(line: string): void;
  /** To be called in any case at the end; again does no harm. */
  stop(): void;
}
