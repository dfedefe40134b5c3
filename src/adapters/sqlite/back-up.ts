import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { randomBase62 } from '../../domain/base62.js';
import { OperatorError } from '../../domain/errors.js';
import { syncFolder } from '../filesystem/make-durably.js';
import type { ProgressReporter } from '../../platform/progress.js';
import { checkLog, type LogCheck } from './check-log.js';
import { inTransaction, makeFile, openFile } from './connection.js';
import { hasMark } from './copy-mark.js';
import { lockFolder } from './folder-owner.js';
import { isComplete, logFile, openLog, type LogFile } from './log-file.js';

const BUSY_MS = 5_000;
const LOOK_MS = 200;
const OF_AN_INDEX = /^index-\d+\.db(-wal|-shm)?$/;

export type CopyData = { folder: string; into: string };
export type BackUp = LogCheck & { bytes: number };

/**
 * Writes the log into a new file beside the running service, and checks that file. The write-ahead log of the service
 * cannot become shorter meanwhile. Raises `OperatorError`, and leaves no file then.
 */
export async function backUp(folder: string, file: string, progress: ProgressReporter): Promise<BackUp> {
  const target = resolve(file);
  if (existsSync(target)) throw new OperatorError(`${target} exists already`);
  if (!existsSync(dirname(target))) throw new OperatorError(`there is no folder ${dirname(target)}`);
  const made = `${target}.${randomBase62(8)}.new`;
  try {
    makeFile(made);
    await copyInto(folder, made, progress);
    const check = await withFile(made, async (log) => {
      inTransaction(log.connection, () => {
        // It has no indices beside it, and no service uses it.
        log.connection.exec('DELETE FROM indices; DELETE FROM current; DELETE FROM mark');
      });
      return checkLog(log, progress);
    });
    const { size } = statSync(made);
    putInPlace(made, target);
    return { ...check, bytes: size };
  } finally {
    removeFile(made);
  }
}

/** The copy takes long, so a thread makes it. */
async function copyInto(folder: string, into: string, progress: ProgressReporter): Promise<void> {
  progress.start('Copying (bytes)', bytesOf(folder));
  const workerData: CopyData = { folder, into };
  const thread = new Worker(new URL('./copy-thread.js', import.meta.url), { workerData, execArgv: [] });
  let copied = 0;
  const look = () => {
    const { size } = statSync(into);
    progress.advance(size - copied);
    copied = size;
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await once(thread, 'exit');
    look();
  } finally {
    clearInterval(timer);
    progress.stop();
  }
}

/** What the copy will have. */
function bytesOf(folder: string): number {
  const { connection } = openLog(folder, { busyMs: BUSY_MS });
  const valueOf = (pragma: string) => Object.values(connection.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] as number;
  try {
    return (valueOf('page_count') - valueOf('freelist_count')) * valueOf('page_size');
  } finally {
    connection.close();
  }
}

/** `replaced`: where the log that was there is now. */
export type Restored = LogCheck & { replaced: string | undefined };

/**
 * Puts a backup in the place of the log, and removes the indices of the folder. No service and no command may use the
 * folder. Raises `OperatorError`, and changes nothing then.
 */
export async function restoreBackUp(folder: string, file: string, progress: ProgressReporter): Promise<Restored> {
  const source = resolve(file);
  if (!existsSync(source)) throw new OperatorError(`there is no file ${source}`);
  if (bytesIn(`${source}-wal`) > 0) throw new OperatorError(`${source} is no backup: it has a write-ahead log`);
  const lock = lockFolder(folder);
  const made = `${logFile(folder)}.${randomBase62(8)}.new`;
  try {
    makeFile(made);
    progress.start('Copying');
    await copyFile(source, made);
    progress.stop();
    const check = await withFile(made, async (log) => {
      if (!isComplete(log.connection)) throw new OperatorError(`${source} is no backup of Quire`);
      if (hasMark(log.connection))
        throw new OperatorError(`${source} is no backup: it was copied from a running service`);
      return checkLog(log, progress);
    });
    if (check.fault !== undefined) throw new OperatorError(`${source} is damaged: ${check.fault}`);
    const replaced = existsSync(logFile(folder)) ? setAside(folder) : undefined;
    putInPlace(made, logFile(folder));
    for (const name of await readdir(folder)) if (OF_AN_INDEX.test(name)) rmSync(join(folder, name));
    return { ...check, replaced };
  } finally {
    removeFile(made);
    lock.close();
  }
}

/**
 * The file first: without it a start refuses the folder. The file alone would silently lack what is in its write-ahead
 * log.
 */
function setAside(folder: string): string {
  const name = join(folder, `replaced-${new Date().toISOString().replaceAll(':', '-')}.db`);
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(logFile(folder) + end)) renameSync(logFile(folder) + end, name + end);
  }
  return name;
}

async function withFile<T>(path: string, work: (log: LogFile) => Promise<T>): Promise<T> {
  const log = { path, ...openFile(path, { busyMs: BUSY_MS }) };
  try {
    return await work(log);
  } finally {
    // Its write-ahead log goes into the file.
    log.connection.close();
  }
}

function putInPlace(made: string, target: string): void {
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

function removeFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}

function bytesIn(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
