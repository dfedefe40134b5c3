import { relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { isHidden } from './path-filter.js';

/** Editors write a file in several steps. */
const QUIET_MS = 300;

/** Yields once it watches, and then after changes, once none came for a while. Ends with the signal. */
export async function* watchDirectory(root: string, signal: AbortSignal): AsyncGenerator<void> {
  const changes = new Changes();
  const isLeftOut = (path: string) => {
    const name = relative(root, path);
    return name !== '' && isHidden(name.split(sep).join('/'));
  };
  const watcher = watch(root, { ignoreInitial: true, followSymlinks: false, ignored: isLeftOut });
  const stop = () => changes.end();
  signal.addEventListener('abort', stop, { once: true });
  watcher.on('ready', () => changes.add());
  watcher.on('all', () => changes.add());
  watcher.on('error', () => undefined);
  try {
    while (!signal.aborted && (await changes.settled())) yield;
  } finally {
    signal.removeEventListener('abort', stop);
    changes.end();
    await watcher.close();
  }
}

class Changes {
  #timer: NodeJS.Timeout | undefined;
  #isSettled = false;
  #isEnded = false;
  #wake: () => void = () => undefined;

  add(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isSettled = true;
      this.#wake();
    }, QUIET_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#isEnded = true;
    this.#wake();
  }

  /** False: it has ended. */
  async settled(): Promise<boolean> {
    while (!this.#isSettled && !this.#isEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isSettled = false;
    return !this.#isEnded;
  }
}
