import { realpath } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { watch } from 'chokidar';
import { IGNORE_FILE, isHidden } from './path-filter.js';

/** Editors write a file in several steps. */
const QUIET_MS = 300;
/** Between two looks for a directory that is gone. */
const MISSING_MS = 1_000;

export class DirectoryWatch {
  readonly #root: string;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #isGone = false;
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

  /**
   * Yields once it watches, then after changes, once none came for a while. A directory that is removed is watched
   * again when it is back. Ends with the signal. Raises faults.
   */
  async *changes(signal: AbortSignal): AsyncGenerator<void> {
    // It may be named by a link.
    for (let root: string | undefined = await realpath(this.#root); root !== undefined && !signal.aborted;) {
      yield* this.#changesOf(root, signal);
      root = await this.#rootAgain(signal);
    }
  }

  /** Ends when the directory is gone. */
  async *#changesOf(root: string, signal: AbortSignal): AsyncGenerator<void> {
    const ignored = (path: string) => this.#isLeftOut(relative(root, path).split(sep).join('/'));
    const watcher = watch(root, { ignoreInitial: true, followSymlinks: false, ignored });
    const change = () => this.lookAgain(QUIET_MS);
    const stop = () => this.#wake();
    signal.addEventListener('abort', stop, { once: true });
    watcher.on('ready', change);
    watcher.on('all', change);
    // The system says so of the directory itself. Of an entry of the same name it says the same, which does no harm.
    watcher.on('raw', (_, path) => {
      if (path !== basename(root)) return;
      this.#isGone = true;
      this.#wake();
    });
    watcher.on('error', (error) => {
      this.#failure ??= error as Error;
      this.#wake();
    });
    this.#isGone = false;
    try {
      while (await this.#isDueBefore(signal)) yield;
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(this.#timer);
      await watcher.close();
    }
  }

  /** Undefined: the signal has come. */
  async #rootAgain(signal: AbortSignal): Promise<string | undefined> {
    while (!signal.aborted) {
      const root = await realpath(this.#root).catch(() => undefined);
      if (root !== undefined) return root;
      await delay(MISSING_MS, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }

  #isLeftOut(path: string): boolean {
    return path !== '' && path !== IGNORE_FILE && isHidden(path);
  }

  /** False: the signal has come, or the directory is gone. */
  async #isDueBefore(signal: AbortSignal): Promise<boolean> {
    while (!this.#isDue && !this.#failure && !this.#isGone && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure) throw this.#failure;
    this.#isDue = false;
    return !signal.aborted && !this.#isGone;
  }
}
