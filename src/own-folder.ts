import { existsSync } from 'node:fs';
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
import { refuseOlderLog, refuseOlderPrograms } from './adapters/segments/older-log.js';
import { RemoteObjectStore } from './adapters/segments/remote-object-store.js';
import { SegmentObjectStore } from './adapters/segments/segment-object-store.js';
import { serveObjects } from './adapters/segments/serve-objects.js';
import { OperatorError, UnavailableError } from './domain/errors.js';
import { memoizeAsync } from './platform/memoize-async.js';
import type { ObjectStore } from './ports/object-store.js';

/** An owner that serves no objects is starting, or is a command that ends soon. */
const OWNED_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/** The log of a folder that this process owns. Other processes reach it by this one. */
export type OwnedLog = {
  store: ObjectStore;
  /** Where the log ends now. Texts of later ends are greater. */
  end(): string | undefined;
};

/** For a service. Raises `OperatorError` if another process owns the folder. */
export async function ownFolder(dataDir: string): Promise<FolderOwner> {
  const found = await ownedOrServed(dataDir);
  if (found instanceof FolderOwner) return found;
  await found.close();
  throw new OperatorError(new FolderInUseError(dataDir).message);
}

/**
 * Owns the embedded folder for a command. Undefined: another process owns it. A folder that takes no writes at all has
 * no owner, and its index is only read. Raises `OperatorError` if the folder cannot be owned, as on a full disk.
 */
export async function ownForCommand(dataDir: string): Promise<FolderOwner | undefined> {
  makeDataFolder(dataDir);
  try {
    const owner = await FolderOwner.of(dataDir);
    await owner.confirm().catch(ignoreReadOnly);
    return owner;
  } catch (error) {
    if (!(error instanceof UnavailableError)) return absentIfInUse(error);
    if (error.cause instanceof FolderInUseError) return undefined;
    throw new OperatorError(error.message, { cause: error });
  }
}

type OwnedLogOptions = {
  /** Confirms before every write that the folder is owned. */
  owner?: FolderOwner;
  /** Other processes may use the log meanwhile. */
  isServed: boolean;
  onStuckSegment?: OnStuckSegment | undefined;
  onCutSegment?: OnCutSegment | undefined;
};

/** For the owner of the folder. Raises `LogRefusedError`. */
export async function openOwnedLog(
  dataDir: string,
  { owner, isServed, onStuckSegment, onCutSegment }: OwnedLogOptions,
): Promise<OwnedLog> {
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
  return { end: () => store.end, store: closing(store, close) };
}

/**
 * The log of an embedded folder, by way of its owner. Without an owner this process owns the folder until `close`.
 * `isServed`: this takes long, and other processes may use the log meanwhile. Raises `OperatorError`.
 */
export async function openFolderLog(dataDir: string, { isServed = false } = {}): Promise<ObjectStore> {
  const found = await ownedOrServed(dataDir);
  return found instanceof FolderOwner ? openForAWhile(dataDir, { owner: found, isServed }) : found;
}

/** Like `openFolderLog`, but makes nothing: what is missing holds nothing. */
export async function readFolderLog(dataDir: string): Promise<ObjectStore> {
  await refuseOlderLog(dataDir, logFolder(dataDir));
  const folder = logFolder(dataDir);
  return existsSync(folder) ? openFolderLog(dataDir, { isServed: true }) : new SegmentObjectStore(folder);
}

/** Owns the folder, or reaches its owner. Raises `OperatorError` if the owner takes no calls. */
async function ownedOrServed(dataDir: string): Promise<FolderOwner | RemoteObjectStore> {
  makeDataFolder(dataDir);
  for (const giveUpAt = performance.now() + OWNED_WITHIN_MS; ; await delay(LOOK_AGAIN_MS)) {
    const found = (await RemoteObjectStore.connect(dataDir)) ?? (await FolderOwner.of(dataDir).catch(absentIfInUse));
    if (found) return found;
    if (performance.now() > giveUpAt) throw takesNoCalls(dataDir);
  }
}

function takesNoCalls(dataDir: string): OperatorError {
  const owner = `Another process owns the folder ${dataDir} and takes no calls`;
  return new OperatorError(`${owner}: it is starting, or is a command. Run this again when it is done.`);
}

async function openForAWhile(
  dataDir: string,
  { owner, isServed }: { owner: FolderOwner; isServed: boolean },
): Promise<ObjectStore> {
  try {
    const { store } = await openOwnedLog(dataDir, { owner, isServed });
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

/** An existing folder is enough to read from, even if its disk takes no writes. Writers fail by themselves. */
function makeDataFolder(dataDir: string): void {
  const path = resolve(dataDir);
  try {
    makeDurably(path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

function ignoreReadOnly(error: unknown): void {
  if (!(error instanceof UnavailableError) || codeOf(error.cause) !== 'EROFS') throw error;
}

function absentIfInUse(error: unknown): undefined {
  if (!(error instanceof FolderInUseError)) throw error;
}

function logFolder(dataDir: string): string {
  return join(dataDir, 'log');
}
