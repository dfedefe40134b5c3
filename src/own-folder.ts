import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FolderInUseError } from './adapters/filesystem/folder-lock.js';
import type { Listener } from './adapters/filesystem/socket-folder.js';
import { FolderOwner } from './adapters/filesystem/folder-owner.js';
import { codeOf } from './adapters/filesystem/fs-errors.js';
import { makeDurably } from './adapters/filesystem/make-durably.js';
import type { OnStuckSegment } from './adapters/segments/segment-emptier.js';
import type { OnCutSegment } from './adapters/segments/segment-log.js';
import { LogRefusedError } from './adapters/segments/log-refused.js';
import { FIRST_READ, OBJECTS, refuseOlderLog, refuseOlderPrograms } from './adapters/segments/older-log.js';
import { RemoteObjectStore } from './adapters/segments/remote-object-store.js';
import { isSegmentName, segmentNumbers } from './adapters/segments/segment-files.js';
import { SegmentObjectStore } from './adapters/segments/segment-object-store.js';
import { serveObjects } from './adapters/segments/serve-objects.js';
import { OperatorError } from './domain/errors.js';
import { memoizeAsync } from './platform/memoize-async.js';
import type { ObjectStore } from './ports/object-store.js';

/** An owner that serves no objects is starting, or is a command that ends soon. */
const OWNED_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/** For a service. Raises `OperatorError` if another process owns the folder. */
export async function ownFolder(dataDir: string): Promise<FolderOwner> {
  const found = await ownedOrServed(dataDir);
  if (found instanceof FolderOwner) return found;
  await found.close();
  throw new OperatorError(new FolderInUseError(dataDir).message);
}

type OwnedLogOptions = {
  /** Confirms before every write that the folder is owned. */
  owner?: FolderOwner;
  /** Other processes may use the log meanwhile. */
  isServed: boolean;
  onStuckSegment?: OnStuckSegment | undefined;
  onCutSegment?: OnCutSegment | undefined;
};

/** The log of a folder that this process owns. Other processes reach it by this one. Raises `LogRefusedError`. */
export async function openOwnedLog(
  dataDir: string,
  { owner, isServed, onStuckSegment, onCutSegment }: OwnedLogOptions,
): Promise<ObjectStore> {
  await refuseOlderLog(dataDir, logFolder(dataDir));
  const prepared = memoizeAsync(() => refuseOlderPrograms(dataDir));
  let listener: Listener | undefined;
  const served = memoizeAsync(async () => {
    if (isServed) listener = await serveObjects(dataDir, store);
  });
  const store = new SegmentObjectStore(logFolder(dataDir), {
    onStuck: onStuckSegment,
    onCut: onCutSegment,
    mayWrite: async () => {
      await owner?.confirm();
      await prepared();
      // On a full disk there is no socket: each change tries again.
      await served().catch(() => undefined);
    },
  });
  const close = async () => {
    await listener?.close();
    await store.close();
  };
  await store.open().catch(async (error: unknown) => {
    // Another error may pass: the store tries again at each call.
    if (!(error instanceof LogRefusedError)) return;
    await close();
    throw error;
  });
  return closing(store, close);
}

/**
 * The log of an embedded folder, by way of its owner. Without an owner this process owns the folder until `close`.
 * `isServed`: this takes long, and other processes may use the log meanwhile. Raises `OperatorError`.
 */
export async function openFolderLog(dataDir: string, { isServed = false } = {}): Promise<ObjectStore> {
  const found = await ownedOrServed(dataDir);
  return found instanceof FolderOwner ? openForAWhile(dataDir, { owner: found, isServed }) : found;
}

/** Like `openFolderLog`, but makes nothing: a folder without a segment holds nothing. */
export async function readFolderLog(dataDir: string): Promise<ObjectStore> {
  await refuseOlderLog(dataDir, logFolder(dataDir));
  const folder = logFolder(dataDir);
  const isLog = (await segmentNumbers(folder)).length > 0;
  return isLog ? openFolderLog(dataDir, { isServed: true }) : new SegmentObjectStore(folder);
}

/** Owns the folder, or reaches its owner. Raises `OperatorError` if the owner does not answer. */
async function ownedOrServed(dataDir: string): Promise<FolderOwner | RemoteObjectStore> {
  makeDataFolder(dataDir);
  for (const giveUpAt = performance.now() + OWNED_WITHIN_MS; ; await delay(LOOK_AGAIN_MS)) {
    const found = (await RemoteObjectStore.connect(dataDir)) ?? (await FolderOwner.of(dataDir).catch(absentIfInUse));
    if (found) return found;
    if (performance.now() > giveUpAt) throw ownerSilent(dataDir);
  }
}

function ownerSilent(dataDir: string): OperatorError {
  const owner = `The data folder ${dataDir} is locked by another process`;
  return new OperatorError(`${owner}, which is starting or is a command. Run this again when it is done.`);
}

async function openForAWhile(
  dataDir: string,
  { owner, isServed }: { owner: FolderOwner; isServed: boolean },
): Promise<ObjectStore> {
  try {
    const store = await openOwnedLog(dataDir, { owner, isServed });
    return closing(store, async () => {
      await store.close();
      await owner.release();
    });
  } catch (error) {
    await owner.release();
    throw error;
  }
}

function closing(store: ObjectStore, close: () => Promise<void>): ObjectStore {
  return {
    create: (key, body) => store.create(key, body),
    put: (key, body) => store.put(key, body),
    read: (key, onSize) => store.read(key, onSize),
    remove: (key) => store.remove(key),
    list: (prefix, options) => store.list(prefix, options),
    close,
  };
}

/**
 * For a command of a data folder that the service has made, so that a mistyped path makes none. `mayBeEmpty`: an empty
 * folder may become one. Raises `OperatorError`.
 */
export function expectDataFolder(dataDir: string, { mayBeEmpty = false } = {}): void {
  const path = resolve(dataDir);
  const names = namesIn(path);
  if (isDataFolder(path) || (mayBeEmpty && names?.every(isOfNobody))) return;
  const fault = names ? `the folder ${path} is no data folder of Quire` : `there is no folder ${path}`;
  throw new OperatorError(`${fault} (DATA_DIR): the first start of the service makes one`);
}

function namesIn(path: string): string[] | undefined {
  try {
    return readdirSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw noFolder(path, error);
  }
}

/** The first write makes both files. Folders of other programs are often called `log`, `objects` or `index`, too. */
function isDataFolder(path: string): boolean {
  return namesBelow(path, 'log').some(isSegmentName) || namesBelow(path, OBJECTS).includes(FIRST_READ);
}

function namesBelow(path: string, name: string): string[] {
  try {
    return readdirSync(join(path, name));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)))) return [];
    throw noFolder(path, error);
  }
}

/** What a new file system has, and what a start leaves that ended before its first write. */
function isOfNobody(name: string): boolean {
  return name === 'lost+found' || /^lock\.\w+\.(sock|candidate)$/.test(name);
}

/**
 * An existing folder is enough to read from, even if its disk takes no writes. Writers fail by themselves. Raises
 * `OperatorError` if it cannot be made or read.
 */
function makeDataFolder(dataDir: string): void {
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

function absentIfInUse(error: unknown): undefined {
  if (!(error instanceof FolderInUseError)) throw error;
}

function logFolder(dataDir: string): string {
  return join(dataDir, 'log');
}
