import { closeSync, existsSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { randomBase62 } from '../../../domain/base62.js';
import { OperatorError } from '../../../domain/errors.js';
import { syncFolder } from '../files/make-durably.js';
import { checkLog, type CheckOptions, type LogCheck } from './check-log.js';
import { makeFile, openFile, pragmaOf, removeDatabase } from '../files/connection.js';
import { clearPlace } from '../files/copy-mark.js';
import { openLog, type LogFile } from '../files/log-file.js';
import { ObjectReader } from './object-reader.js';
import { DamagedLogError } from '../files/sqlite-errors.js';

const BUSY_MS = 5_000;
const LOOK_MS = 200;

export type CopyData = { folder: string; into: string };
export type BackUp = LogCheck & { bytes: number };

/**
 * Writes the log into a new file beside the running service, and checks that file. The write-ahead log of the service
 * cannot become shorter meanwhile. Raises `OperatorError` and the reason of `stop`, and leaves no file then.
 */
export async function backUp(folder: string, file: string, options: CheckOptions): Promise<BackUp> {
  const target = resolve(file);
  if (existsSync(target)) throw new OperatorError(`${target} exists already`);
  if (!existsSync(dirname(target))) throw new OperatorError(`there is no folder ${dirname(target)}`);
  const made = `${target}.${randomBase62(8)}.new`;
  try {
    makeFile(made);
    await copyInto(folder, made, options);
    const check = await withFile(made, (log) => {
      clearPlace(log.connection);
      return checkLog(log, options);
    });
    const { size } = statSync(made);
    putInPlace(made, target);
    return { ...check, bytes: size };
  } finally {
    removeDatabase(made);
  }
}

/** The copy takes long, so a thread makes it. */
async function copyInto(folder: string, into: string, { progress, stop }: CheckOptions): Promise<void> {
  progress.start('Copying (bytes)', withLog(folder, usedBytes));
  const workerData: CopyData = { folder, into };
  const thread = new Worker(new URL('./copy-thread.js', import.meta.url), { workerData, execArgv: [] });
  const end = () => void thread.terminate();
  stop.addEventListener('abort', end);
  let copied = 0;
  const look = () => {
    const { size } = statSync(into);
    progress.advance(size - copied);
    copied = size;
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await once(thread, 'exit');
    stop.throwIfAborted();
    look();
  } catch (error) {
    stop.throwIfAborted();
    throw withLog(folder, (log) => copyFault(log, into, error as Error));
  } finally {
    clearInterval(timer);
    stop.removeEventListener('abort', end);
    progress.stop();
  }
}

/** What the copy will have. */
function usedBytes({ connection }: LogFile): number {
  const pages = pragmaOf(connection, 'page_count') - pragmaOf(connection, 'freelist_count');
  return pages * pragmaOf(connection, 'page_size');
}

/** SQLite says that the disk is full where the log is damaged, too. */
function copyFault({ connection, path }: LogFile, into: string, cause: Error): Error {
  const fault = new ObjectReader(connection, path).structureFault();
  if (fault !== undefined) return new DamagedLogError(`${path}: ${fault}`, { cause });
  return new OperatorError(`${path} cannot be copied to ${into}: ${cause.message}`, { cause });
}

function withLog<T>(folder: string, work: (log: LogFile) => T): T {
  const log = openLog(folder, { busyMs: BUSY_MS });
  try {
    return work(log);
  } finally {
    log.connection.close();
  }
}

export async function withFile<T>(path: string, work: (log: LogFile) => Promise<T>): Promise<T> {
  const log = { path, ...openFile(path, { busyMs: BUSY_MS }) };
  try {
    return await work(log);
  } finally {
    // Its write-ahead log goes into the file.
    log.connection.close();
  }
}

export function putInPlace(made: string, target: string): void {
  // No connection of this process has it open, so to close it ends no lock.
  const descriptor = openSync(made, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(made, target);
  syncFolder(dirname(target));
}
