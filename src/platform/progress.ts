/** Shows the progress of long work. One work at a time: `start` ends the one before. */
export interface ProgressReporter {
  /** Leave `total` out while it is unknown. */
  start(label: string, total?: number): void;
  /** Sets or corrects the total. */
  expect(total: number): void;
  /** Cheap enough to call for every object. */
  advance(count?: number): void;
  note(line: string): void;
  /** Always call at the end; repeats are harmless. */
  stop(): void;
}
