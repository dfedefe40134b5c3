import { FolderOwner } from '../adapters/sqlite/files/folder-owner.js';
import { FolderWriter } from '../adapters/sqlite/writer/folder-writer.js';
import { sqliteLibrary } from '../adapters/sqlite/files/sqlite-library.js';
import { SqliteObjectStore } from '../adapters/sqlite/log/sqlite-object-store.js';
import { SqliteDocumentIndex } from '../adapters/sqlite/index/sqlite-document-index.js';
import { WordIndex } from '../adapters/sqlite/words/word-index.js';
import { SqliteIndexAdmin } from '../adapters/sqlite/index/sqlite-index-admin.js';
import { MemoryCounters } from '../adapters/memory/memory-counters.js';
import { FallbackCounters } from '../adapters/decorators/fallback-counters.js';
import type { ReplicaState } from '../adapters/redis/replica-watch.js';
import type { ClusterConfig, EmbeddedConfig, LogLocation, Storage } from '../config/config.js';
import { NO_TRACER, type Tracer } from '../platform/tracer.js';
import type { CounterStore } from '../ports/counter-store.js';
import type { DocumentIndex } from '../ports/document-index.js';
import type { IndexAdmin } from '../ports/index-admin.js';
import { expectDataFolder, makeDataFolder, openFolderLog, readFolderLog } from '../adapters/sqlite/log/folder-log.js';
import type { ObjectStore } from '../ports/object-store.js';

export { expectDataFolder, expectNoForeignFolder } from '../adapters/sqlite/log/folder-log.js';

/** Loaded on demand: their libraries take as long to load as everything else. */
const loadOpenSearch = () => import('../adapters/opensearch/documents/opensearch-document-index.js');
const loadOpenSearchRebuild = () => import('../adapters/opensearch/admin/opensearch-index-admin.js');
const loadRedis = () => import('../adapters/redis/redis-counters.js');
const loadReplicaWatch = () => import('../adapters/redis/replica-watch.js');
const loadS3 = () => import('../adapters/s3/s3-object-store.js');

export type Backends = { store: ObjectStore; index: DocumentIndex; counters: CounterStore; release(): Promise<void> };

export type BackendEvents = {
  /** `local`: the counter store is away, and this process counts for itself. */
  limiterMode(mode: 'shared' | 'local', cause?: unknown): void;
  /** Called at each change. Without it Redis is not watched. */
  replicas?(state: ReplicaState): void;
  /** Names the span to OpenSearch and S3 for which a request is sent. */
  tracer?: Tracer;
};

/** Raises `OperatorError` if another process owns the embedded folder. */
export async function openBackends(storage: Storage, events: BackendEvents): Promise<Backends> {
  return storage.mode === 'embedded' ? openEmbedded(storage) : openCluster(storage, events);
}

export async function openObjectStore(place: LogLocation): Promise<ObjectStore> {
  return place.mode === 'embedded' ? openFolderLog(place.dataDir) : openBucket(place);
}

/** For readers: a missing folder is not made, and holds nothing. */
export async function objectStoreAt(place: LogLocation): Promise<ObjectStore> {
  return place.mode === 'embedded' ? readFolderLog(place.dataDir) : openBucket(place);
}

async function openBucket({ s3 }: Pick<ClusterConfig, 's3'>): Promise<ObjectStore> {
  const { S3ObjectStore } = await loadS3();
  return new S3ObjectStore(s3);
}

export type MaintenanceOptions = {
  /** An embedded index is read whole first. Where it is damaged it is removed, and this hears what was wrong. */
  onDamage?: (what: string) => void;
};

export async function openMaintenance(
  storage: Storage,
  { onDamage }: MaintenanceOptions = {},
): Promise<{ store: ObjectStore; admin: IndexAdmin }> {
  if (storage.mode === 'embedded') {
    const { dataDir } = storage;
    expectDataFolder(dataDir);
    const admin = new SqliteIndexAdmin(dataDir);
    const damage = await (onDamage && admin.removeDamaged());
    if (damage !== undefined) onDamage?.(damage);
    return { store: openFolderLog(dataDir), admin };
  }
  const store = await openBucket(storage);
  const { OpenSearchIndexAdmin } = await loadOpenSearchRebuild();
  return { store, admin: new OpenSearchIndexAdmin(storage.openSearch) };
}

export async function openSharedCounters(storage: Storage): Promise<CounterStore | undefined> {
  if (storage.mode === 'embedded') return undefined;
  const { RedisCounters } = await loadRedis();
  const counters = new RedisCounters(storage.redis);
  // Connected before the first call. Without Redis each call says so.
  await counters.ping().catch(() => undefined);
  return counters;
}

type Words = Pick<Storage, 'fullText'>;

async function openEmbedded({ dataDir, settleMs, fullText }: EmbeddedConfig & Words): Promise<Backends> {
  // Raises here what is wrong with the SQLite of this Node, not at the first call.
  sqliteLibrary();
  makeDataFolder(dataDir);
  const owner = FolderOwner.of(dataDir);
  const writer = new FolderWriter(dataDir, () => owner.confirm());
  const store = new SqliteObjectStore(writer);
  try {
    store.open();
  } catch (error) {
    owner.release();
    throw error;
  }
  return {
    store,
    index: new SqliteDocumentIndex(writer, { words: fullText ? new WordIndex(dataDir) : undefined }),
    counters: new MemoryCounters({ settleMs }),
    release: async () => owner.release(),
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
  const { replicas: onChange, tracer = NO_TRACER } = events;
  const replicas = onChange && new ReplicaWatch({ read: () => shared.readReplication(), onChange });
  void replicas?.start();
  return {
    store: new S3ObjectStore(s3, tracer),
    index: new OpenSearchDocumentIndex(openSearch, tracer),
    counters: new FallbackCounters(shared, new MemoryCounters({ settleMs: redis.settleMs }), events.limiterMode),
    release: async () => replicas?.stop(),
  };
}
