import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FolderInUseError } from './adapters/filesystem/folder-lock.js';
import { FolderObjectStore } from './adapters/filesystem/folder-object-store.js';
import { FolderOwner } from './adapters/filesystem/folder-owner.js';
import { codeOf } from './adapters/filesystem/fs-errors.js';
import { makeDurably } from './adapters/filesystem/make-durably.js';
import { openLmdbIndex } from './adapters/lmdb/open-lmdb-index.js';
import { openLmdbAdmin, type OnDamage } from './adapters/lmdb/open-lmdb-admin.js';
import { MemoryCounters } from './adapters/memory/memory-counters.js';
import { FallbackCounters } from './adapters/decorators/fallback-counters.js';
import type { ReplicaState } from './adapters/redis/replica-watch.js';
import type { ClusterConfig, LogPlace, Storage } from './config/config.js';
import { OperatorError, UnavailableError } from './domain/errors.js';
import type { Counters } from './ports/counters.js';
import type { CommandThread } from './folder-commands.js';
import type { DocumentIndex } from './ports/document-index.js';
import type { IndexAdmin } from './ports/index-admin.js';
import type { ObjectStore } from './ports/object-store.js';

export { callOwner } from './adapters/filesystem/command-socket.js';

/** Loaded on demand: their libraries take as long to load as everything else. */
const loadOpenSearch = () => import('./adapters/opensearch/documents/opensearch-document-index.js');
const loadOpenSearchRebuild = () => import('./adapters/opensearch/admin/opensearch-index-admin.js');
const loadRedis = () => import('./adapters/redis/redis-counters.js');
const loadReplicaWatch = () => import('./adapters/redis/replica-watch.js');
const loadS3 = () => import('./adapters/s3/s3-object-store.js');

export type Backends = {
  store: ObjectStore;
  index: DocumentIndex;
  counters: Counters;
  /** Commands that this process runs for the embedded folder, each in a thread of its own. */
  folderThreads?: Set<CommandThread>;
  release(): Promise<void>;
};

export type BackendEvents = {
  /** `local`: the counter store is away, and this process counts for itself. */
  limiterMode(mode: 'shared' | 'local', cause?: unknown): void;
  /** Called at each change. Without it Redis is not watched. */
  replicas?(state: ReplicaState): void;
};

/** Raises `OperatorError` if another process owns the embedded folder. */
export async function openBackends(storage: Storage, events: BackendEvents): Promise<Backends> {
  return storage.mode === 'embedded' ? openEmbedded(storage.dataDir) : openCluster(storage, events);
}

export async function openObjectStore(place: LogPlace): Promise<ObjectStore> {
  if (place.mode === 'embedded') makeDataFolder(resolve(place.dataDir));
  return objectStoreAt(place);
}

/** For readers: a missing folder is not made, and holds nothing. */
export async function objectStoreAt(place: LogPlace): Promise<ObjectStore> {
  if (place.mode === 'embedded') return new FolderObjectStore(objectsFolder(place.dataDir));
  const { S3ObjectStore } = await loadS3();
  return new S3ObjectStore(place.s3);
}

export type MaintenanceOptions = {
  /** No service has the embedded index open: it is read whole, in another process, before it is used. */
  isAlone?: boolean;
  onDamage?: OnDamage;
};

/** In embedded mode the caller's process must own the folder. */
export async function openMaintenance(
  storage: Storage,
  { isAlone = false, onDamage = 'refuse' }: MaintenanceOptions = {},
): Promise<{ store: ObjectStore; admin: IndexAdmin }> {
  const store = await openObjectStore(storage);
  if (storage.mode === 'embedded') {
    return { store, admin: openLmdbAdmin(join(storage.dataDir, 'index'), { check: isAlone, onDamage }) };
  }
  const { OpenSearchIndexAdmin } = await loadOpenSearchRebuild();
  return { store, admin: new OpenSearchIndexAdmin(storage.openSearch) };
}

/**
 * Owns the embedded folder for a command. Undefined: another process owns it. A folder that takes no writes at all has
 * no owner, and its index is only read. Raises `OperatorError` if the folder cannot be owned, as on a full disk.
 */
export async function ownForCommand(dataDir: string): Promise<FolderOwner | undefined> {
  makeDataFolder(resolve(dataDir));
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

function ignoreReadOnly(error: unknown): void {
  if (!(error instanceof UnavailableError) || codeOf(error.cause) !== 'EROFS') throw error;
}

function absentIfInUse(error: unknown): undefined {
  if (!(error instanceof FolderInUseError)) throw error;
}

export async function openSharedCounters(storage: Storage): Promise<Counters | undefined> {
  if (storage.mode === 'embedded') return undefined;
  const { RedisCounters } = await loadRedis();
  return new RedisCounters(storage.redis);
}

async function openEmbedded(dataDir: string): Promise<Backends> {
  makeDataFolder(resolve(dataDir));
  const owner = await ownFolder(dataDir);
  const folderThreads = new Set<CommandThread>();
  return {
    folderThreads,
    store: new FolderObjectStore(objectsFolder(dataDir), () => owner.confirm()),
    index: openLmdbIndex(join(dataDir, 'index'), () => folderThreads.size > 0),
    counters: new MemoryCounters(),
    release: () => owner.release(),
  };
}

async function openCluster({ openSearch, s3, redis }: ClusterConfig, events: BackendEvents): Promise<Backends> {
  const [{ OpenSearchDocumentIndex }, { S3ObjectStore }, { RedisCounters }, { ReplicaWatch }] = await Promise.all([
    loadOpenSearch(),
    loadS3(),
    loadRedis(),
    loadReplicaWatch(),
  ]);
  const shared = new RedisCounters(redis);
  // Connected before the first request. Without Redis the service starts all the same.
  await shared.ping().catch(() => undefined);
  const { replicas: onChange } = events;
  const replicas = onChange && new ReplicaWatch({ read: () => shared.readReplication(), onChange });
  void replicas?.start();
  return {
    store: new S3ObjectStore(s3),
    index: new OpenSearchDocumentIndex(openSearch),
    counters: new FallbackCounters(shared, new MemoryCounters({ settleMs: redis.settleMs }), events.limiterMode),
    release: async () => replicas?.stop(),
  };
}

/** An existing folder is enough to read from, even if its disk takes no writes. Writers fail by themselves. */
function makeDataFolder(path: string): void {
  try {
    makeDurably(path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

async function ownFolder(dataDir: string): Promise<FolderOwner> {
  try {
    return await FolderOwner.of(dataDir);
  } catch (error) {
    if (error instanceof FolderInUseError) throw new OperatorError(error.message, { cause: error });
    throw error;
  }
}

function objectsFolder(dataDir: string): string {
  return join(dataDir, 'objects');
}
