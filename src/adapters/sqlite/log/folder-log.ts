import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf } from '../files/fs-errors.js';
import { makeDurably } from '../files/make-durably.js';
import { OWNER_FILE } from '../files/folder-owner.js';
import { expectNoLoss, isBesideLog, isNewLog, logFile } from '../files/log-file.js';
import { SqliteObjectStore } from './sqlite-object-store.js';
import { OperatorError, UnavailableError } from '../../../domain/errors.js';
import type { ObjectStore } from '../../../ports/object-store.js';

/** The log of an embedded folder, for a command. A service may use it meanwhile. Raises `OperatorError`. */
export function openFolderLog(dataDir: string): ObjectStore {
  makeDataFolder(dataDir);
  const store = SqliteObjectStore.of(dataDir);
  store.open();
  return store;
}

/** Like `openFolderLog`, but makes nothing: a folder without a log holds nothing. */
export function readFolderLog(dataDir: string): ObjectStore {
  if (existsSync(logFile(dataDir))) return openFolderLog(dataDir);
  if (namesIn(resolve(dataDir))) expectNoLoss(dataDir);
  return NO_LOG;
}

const refuse = async (): Promise<never> => {
  throw new UnavailableError('there is no log');
};

const NO_LOG: ObjectStore = {
  create: refuse,
  put: refuse,
  read: async () => undefined,
  remove: async () => undefined,
  list: async function* () {},
  close: async () => undefined,
};

/**
 * For a command of a data folder that the service has made, so that a mistyped path makes none. `mayBeEmpty`: an empty
 * folder may become one. Raises `OperatorError`.
 */
export function expectDataFolder(dataDir: string, { mayBeEmpty = false } = {}): void {
  const path = resolve(dataDir);
  const names = namesIn(path);
  if (existsSync(logFile(path)) || (mayBeEmpty && names?.every(isOfNobody))) return;
  if (names) expectNoLoss(path);
  const fault = names ? `the folder ${path} is no data folder of Quire` : `there is no folder ${path}`;
  throw new OperatorError(`${fault} (DATA_DIR): the first start of the service makes one`);
}

/** For the target of a backup: an empty folder, or one that Quire has made. Raises `OperatorError`. */
export function expectNoForeignFolder(dataDir: string): void {
  const path = resolve(dataDir);
  const names = namesIn(path) ?? [];
  if (names.every(isOfNobody) || names.some(isBesideLog) || existsSync(logFile(path))) return;
  throw new OperatorError(`the folder ${path} is no data folder of Quire (DATA_DIR)`);
}

function namesIn(path: string): string[] | undefined {
  try {
    return readdirSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw noFolder(path, error);
  }
}

/** What a new file system has, and what a start leaves that ended before its first write. */
function isOfNobody(name: string): boolean {
  return name === 'lost+found' || name === OWNER_FILE || isNewLog(name);
}

/**
 * An existing folder is enough to read from, even if its disk takes no writes. Writers fail by themselves. Raises
 * `OperatorError` if it cannot be made or read.
 */
export function makeDataFolder(dataDir: string): void {
  const path = resolve(dataDir);
  try {
    makeDurably(path);
  } catch (error) {
    if (!existsSync(path)) throw noFolder(path, error);
  }
  if (!statSync(path).isDirectory()) throw noFolder(path);
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
  } catch (error) {
    throw noFolder(path, error);
  }
}

/** Without a cause, or with ENOTDIR, there is something else in its place. */
function noFolder(path: string, cause?: unknown): OperatorError {
  const isOther = cause === undefined || codeOf(cause) === 'ENOTDIR';
  const reason = isOther ? 'it is a file, or lies below one' : (cause as Error).message;
  return new OperatorError(`${path} cannot be the data folder (DATA_DIR): ${reason}`, { cause });
}
