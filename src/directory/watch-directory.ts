import { relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { IGNORE_FILE, isHidden } from './path-filter.js';

/** Editors write a file in several steps. */
const QUIET_MS = 300;

export class DirectoryWatch {
  readonly #root: string;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** As if something changed after this time. */
  lookAgain(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      this.#wake();
    }, ms);
  }

  /** Yields once it watches, then after changes, once none came for a while. Ends with the signal. Raises faults. */
  async *changes(signal: AbortSignal): AsyncGenerator<void> {
    const ignored = (path: string) => this.#isLeftOut(relative(this.#root, path).split(sep).join('/'));
    const watcher = watch(this.#root, { ignoreInitial: true, followSymlinks: false, ignored });
    const change = () => this.lookAgain(QUIET_MS);
    const stop = () => this.#wake();
    signal.addEventListener('abort', stop, { once: true });
    watcher.on('ready', change);
    watcher.on('all', change);
    watcher.on('error', (error) => {
      this.#failure ??= error as Error;
      this.#wake();
    });
    try {
      while (await this.#isDueBefore(signal)) yield;
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(this.#timer);
      await watcher.close();
    }
  }

  #isLeftOut(path: string): boolean {
    return path !== '' && path !== IGNORE_FILE && isHidden(path);
  }

  /** False: the signal has come. */
  async #isDueBefore(signal: AbortSignal): Promise<boolean> {
    while (!this.#isDue && !this.#failure && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure) throw this.#failure;
    this.#isDue = false;
    return !signal.aborted;
  }
}
