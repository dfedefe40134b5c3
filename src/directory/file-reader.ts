import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { USUAL_LIMITS } from '../markdown/check-limits.js';
import { errorCode } from '../platform/error-code.js';
import { FileError } from './file-error.js';

const FILES_TRIED = 16;
/** The mean of a file. A disk of this machine takes a twentieth of it, a disk behind a network more. */
const SLOW_MS = 2;

/**
 * Reads files one by one, each in a turn of the event loop of its own, so that requests and signals wait for one file.
 * Waiting for another thread would take several times the CPU of the reading itself. It pays where the disk is slow:
 * there files are read by other threads, as many at once as calls are.
 */
export class FileReader {
  readonly #now: () => number;
  #triedFiles = 0;
  #spentMs = 0;
  #turn: Promise<void> = Promise.resolve();

  /** `now`: in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isDiskSlow(): boolean {
    return this.#triedFiles >= FILES_TRIED && this.#spentMs > SLOW_MS * this.#triedFiles;
  }

  /** What the caller does at once with the bytes is in the turn of that file, too. Raises `FileError`. */
  async read(file: string): Promise<Buffer> {
    try {
      const bytes = this.isDiskSlow ? await readByThread(file) : undefined;
      this.#turn = this.#turn.then(() => nextTurn());
      await this.#turn;
      return bytes ?? this.#readNow(file);
    } catch (cause) {
      if (cause instanceof FileError) throw cause;
      throw new FileError(`the file cannot be read: ${errorCode(cause)}`, { cause });
    }
  }

  #readNow(file: string): Buffer {
    const begunAt = this.#now();
    const descriptor = openSync(file, 'r');
    try {
      checkSize(fstatSync(descriptor).size);
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
      this.#triedFiles += 1;
      this.#spentMs += this.#now() - begunAt;
    }
  }
}

async function readByThread(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    checkSize((await handle.stat()).size);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function checkSize(size: number): void {
  if (size > USUAL_LIMITS.bodyBytes) throw new FileError(`the file is larger than ${USUAL_LIMITS.bodyBytes} bytes`);
}
