import type { LineOutput } from './logger.js';

/** A line waits so long, and longer while the process is busy. */
const TOGETHER_MS = 10;
const TOGETHER_CHARACTERS = 16 * 1024;

/**
 * Writes lines together. Each write wakes the process that reads, which takes more CPU than a line. Call `flush` when
 * the process exits: otherwise the last lines are lost. (The periodic flush of pino's destination would wake a process
 * that has nothing to log.)
 */
export class CollectedLines implements LineOutput {
  readonly #output: LineOutput;
  #lines = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(output: LineOutput) {
    this.#output = output;
  }

  write(lines: string): void {
    this.#lines += lines;
    if (this.#lines.length >= TOGETHER_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), TOGETHER_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#output.write(lines);
  }
}
