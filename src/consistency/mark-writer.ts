import type { IndexMark } from '../log/index-mark-records.js';

const EVERY_MS = 10_000;

export type MarkWriterOptions = {
  write(mark: IndexMark): Promise<void>;
  onFailure(error: unknown): void;
  everyMs?: number;
};

/** Writes this process's newest acknowledged write to the log, if it is a new one. No request waits for it. */
export class MarkWriter {
  readonly #options: MarkWriterOptions;
  #newest: IndexMark | undefined;
  #written: IndexMark | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #notBefore = -Infinity;
  #hasFailed = false;
  #isClosed = false;

  constructor(options: MarkWriterOptions) {
    this.#options = options;
  }

  note(mark: IndexMark): void {
    this.#newest = mark;
    this.#schedule();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
  }

  #schedule(): void {
    if (this.#timer || this.#isClosed || this.#newest === this.#written) return;
    const inMs = Math.max(0, this.#notBefore - performance.now());
    this.#timer = setTimeout(() => {
      this.#writing = this.#write();
    }, inMs);
    this.#timer.unref();
  }

  async #write(): Promise<void> {
    const mark = this.#newest;
    if (!mark || mark === this.#written) return;
    this.#notBefore = performance.now() + (this.#options.everyMs ?? EVERY_MS);
    try {
      await this.#options.write(mark);
      this.#written = mark;
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#options.onFailure(error);
      this.#hasFailed = true;
    }
    this.#timer = undefined;
    this.#schedule();
  }
}
