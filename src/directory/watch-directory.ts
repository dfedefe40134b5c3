import { realpath, stat } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { OperatorError } from '../domain/errors.js';
import { IGNORE_FILE, isHidden } from './files/path-filter.js';

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

  /**
   * Yields once it watches, then after changes, once none came for a while. Ends with the signal. Raises faults, and
   * `OperatorError` if the directory is removed: what is put in its place is not watched.
   */
  async *changes(signal: AbortSignal): AsyncGenerator<void> {
    // The directory may be named by a link, and links below it are not followed.
    const root = await realpath(this.#root);
    const identity = await identityOf(root);
    const ignored = (path: string) => this.#isLeftOut(relative(root, path).split(sep).join('/'));
    const watcher = watch(root, { ignoreInitial: true, followSymlinks: false, ignored });
    const change = () => this.lookAgain(QUIET_MS);
    const stop = () => this.#wake();
    const fail = (error: Error) => {
      this.#failure ??= error;
      this.#wake();
    };
    signal.addEventListener('abort', stop, { once: true });
    watcher.on('ready', change);
    watcher.on('all', change);
    watcher.on('error', (error) => fail(error as Error));
    // The system names the directory itself, or an entry of the same name.
    watcher.on('raw', (_, name) => {
      if (name === basename(root)) void expectSame(root, identity).catch(fail);
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

async function expectSame(root: string, identity: string): Promise<void> {
  const found = await identityOf(root).catch(() => undefined);
  if (found !== identity) throw new OperatorError(`${root} was removed or replaced: watch it again when it is there`);
}

/** A number of an inode is used again. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino, birthtimeMs } = await stat(path);
  return `${dev} ${ino} ${birthtimeMs}`;
}
