import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OperatorError, UnavailableError } from '../../../domain/errors.js';
import { makeDurably } from './make-durably.js';
import { makeFileOnce } from './connection.js';
import { setMark } from './copy-mark.js';
import { expectWritable, openLog } from './log-file.js';
import { fileFailure, isBusy, unavailable } from './sqlite-errors.js';
import { sqliteLibrary, type Connection } from './sqlite-library.js';

export const OWNER_FILE = 'owner.db';
/** The service before may be ending. */
const OWNED_WITHIN_MS = 2_000;
/** A command may be writing to the log: some ten milliseconds. */
const BUSY_MS = 1_000;

export class FolderInUseError extends OperatorError {
  constructor(folder: string) {
    super(`Another process owns the folder ${folder}. Stop it first, or use another folder.`);
    this.name = 'FolderInUseError';
  }
}

/**
 * The one service of a folder, for as long as its process lives: counters and caches are in its memory. Commands need
 * not own the folder. Where the disk takes no writes, a service begins without owning it, and each write tries to.
 */
export class FolderOwner {
  readonly #folder: string;
  #lock: Connection | undefined;
  #isMarked = false;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Holds up the thread. Raises `FolderInUseError`, and an `OperatorError` for a log that cannot be used as it is. */
  static of(folder: string): FolderOwner {
    const owner = new FolderOwner(folder);
    try {
      owner.#own(OWNED_WITHIN_MS);
    } catch (error) {
      if (error instanceof UnavailableError) return owner;
      owner.release();
      throw error;
    }
    return owner;
  }

  /** Raises `UnavailableError` if this process does not own the folder and cannot become its owner now. */
  confirm(): void {
    try {
      this.#own(0);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      throw new UnavailableError(error.message, { cause: error });
    }
  }

  /** Call when no write is under way, and none comes any more. */
  release(): void {
    try {
      if (this.#isMarked) mark(this.#folder, 'ended');
    } catch {
      // On a full disk the mark stays. It is of this file, so the next service starts all the same.
    } finally {
      this.#lock?.close();
      this.#lock = undefined;
    }
  }

  #own(withinMs: number): void {
    if (this.#isMarked) return;
    this.#lock ??= lockFolder(this.#folder, withinMs);
    mark(this.#folder, 'running');
    this.#isMarked = true;
  }
}

/** Held until it is closed, or until the process ends. Raises `FolderInUseError` or `UnavailableError`. */
export function lockFolder(folder: string, withinMs = 0): Connection {
  const file = join(folder, OWNER_FILE);
  const Database = sqliteLibrary();
  let connection: Connection | undefined;
  try {
    makeDurably(folder);
    if (!existsSync(file)) makeFileOnce(file);
    connection = new Database(`${pathToFileURL(file).href}?mode=rw`, { timeout: withinMs });
    // Without a journal in a file it needs no room. Nothing is ever written.
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection?.close();
    throw isBusy(error) ? new FolderInUseError(folder) : unavailable(error, file);
  }
}

function mark(folder: string, state: 'running' | 'ended'): void {
  const log = openLog(folder, { busyMs: BUSY_MS });
  try {
    expectWritable(log);
    setMark(log.connection, log.path, state);
  } catch (error) {
    throw fileFailure(error, log.path);
  } finally {
    log.connection.close();
  }
}
