import { closeSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { USUAL_LIMITS } from '../../markdown/check-limits.js';
import { errorCode } from '../../platform/error-code.js';
import { NotPlainError, openPlain, openPlainSync } from '../../platform/plain-file.js';
import { FileError } from './file-error.js';

/** A local disk takes 0.1 ms a file, one behind a network several. */
const SLOW_MS = 2;
/** A disk is slow if it was slow for most files of so many. A busy machine holds up a few of them, too. */
const FILES_TRIED = 16;

/**
 * Reads files one by one, each in a turn of the event loop of its own, so that requests and signals wait for one file.
 * Waiting for another thread would take several times the CPU of the reading itself. It pays where the disk is slow:
 * once that shows, files that are asked for are read by the threads of libuv, side by side.
 */
export class FileReader {
  readonly #now: () => number;
  #isDiskSlow = false;
  #triedFiles = 0;
  #slowFiles = 0;
  #turn: Promise<void> = Promise.resolve();

  /** `now`: in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * What the caller does at once with the bytes is in the turn of that file, too. Raises `FileError`, also for a link
   * and a special file.
   */
  async read(file: string): Promise<Buffer> {
    try {
      const bytes = this.#isDiskSlow ? await readByThread(file) : undefined;
      this.#turn = this.#turn.then(() => nextTurn());
      await this.#turn;
      return bytes ?? this.#readNow(file);
    } catch (cause) {
      if (cause instanceof FileError) throw cause;
      if (cause instanceof NotPlainError) throw new FileError(`it is ${cause.message}`, { cause });
      throw new FileError(`the file cannot be read: ${errorCode(cause)}`, { cause });
    }
  }

  #readNow(file: string): Buffer {
    const begunAt = this.#now();
    const { descriptor, size } = openPlainSync(file);
    try {
      checkSize(size);
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
      this.#note(this.#now() - begunAt);
    }
  }

  /** Files that were read lately are in memory, so a slow disk may show late. */
  #note(ms: number): void {
    if (ms > SLOW_MS) this.#slowFiles += 1;
    if (++this.#triedFiles < FILES_TRIED) return;
    this.#isDiskSlow = this.#slowFiles > FILES_TRIED / 2;
    this.#triedFiles = 0;
    this.#slowFiles = 0;
  }
}

async function readByThread(file: string): Promise<Buffer> {
  const handle = await openPlain(file);
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
