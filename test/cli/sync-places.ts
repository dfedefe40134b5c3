import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { objectStoreAt, openObjectStore } from '../../src/server/backends.js';
import { readPlaces } from '../../src/config/read-places.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { encodeSlot } from '../../src/log/slot-codec.js';
import { slotKey } from '../../src/log/object-keys.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { addObjects, newDocumentId, objectsOf, versionSlot } from '../support/log-objects.js';
import { clusterBackends } from '../support/backends.js';
import { collect } from '../support/rebuild-helpers.js';
import { quire } from './quire.js';

/** What leads a command to the buckets of the test run; nothing more is needed for folders. */
export function syncEnv(): Record<string, string> {
  const given = Object.entries(clusterBackends()?.env ?? {});
  return Object.fromEntries(given.filter(([name]) => /^(AWS_|S3_(ENDPOINT|FORCE_PATH_STYLE)$)/.test(name)));
}

export function newBucketPlace(): string {
  return `s3://${clusterBackends()?.env['S3_BUCKET'] ?? ''}/sync-${randomBase62(10)}`;
}

/** A folder of the test that is removed with it. */
export async function temporaryFolder(): Promise<{ path: string; dispose(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'quire-sync-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}

/** `work` on the objects of a place. A place that is only read is not made. */
export async function atPlace<T>(name: string, work: (store: ObjectStore) => Promise<T>, isRead = false): Promise<T> {
  const { storage } = readPlaces(syncEnv(), { storage: name });
  const store = await (isRead ? objectStoreAt(storage) : openObjectStore(storage));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The objects of a place, which is open only during each call: commands may own it in between. */
export function callsAt(name: string): ObjectStore {
  return {
    create: (key, body) => atPlace(name, (store) => store.create(key, body)),
    put: (key, body) => atPlace(name, (store) => store.put(key, body)),
    read: (key) => atPlace(name, (store) => store.read(key)),
    remove: (key) => atPlace(name, (store) => store.remove(key)),
    list: async function* (prefix, options) {
      yield* await atPlace(name, (store) => collect(store.list(prefix, options)));
    },
    close: async () => undefined,
  };
}

/** So many documents of one version in a data folder. */
export async function fillFolder(dataDir: string, documents: number): Promise<void> {
  const keys = Array.from({ length: documents }, () => newDocumentId());
  const slots = Object.fromEntries(keys.map((id) => [slotKey(id, 1), encodeSlot(versionSlot(id, 1))]));
  await atPlace(dataDir, (store) => addObjects(store, slots));
}

const LOG = /^(documents|by-key|folders|owners|keys|revocations|suspensions)\//;

/** The objects of a place that belong to the log in it. */
export async function logAt(storage: string): Promise<Record<string, string>> {
  const objects = await atPlace(storage, (store) => objectsOf(store), true);
  return Object.fromEntries(Object.entries(objects).filter(([key]) => LOG.test(key)));
}

export async function countAt(storage: string): Promise<number> {
  const keys = await atPlace(storage, (store) => collect(store.list('')), true);
  return keys.filter((key) => LOG.test(key)).length;
}

const PATIENCE_MS = 45_000;
/** Looking without a pause would take the time from the process that is looked at. */
const LOOK_EVERY_MS = 20;

/** Waits until a process has copied more than so many objects to a place. */
export async function moreThan(count: number, storage: string): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while ((await countAt(storage)) <= count) {
    if (performance.now() > giveUpAt)
      throw new Error(`not more than ${count} objects at ${storage} within ${PATIENCE_MS} ms`);
    await delay(LOOK_EVERY_MS);
  }
}

export type Synced = {
  copied: Record<string, number>;
  present: number;
  compared: number;
  updated: number;
  only_at_target: number;
  foreign: number;
  first_foreign: string[];
  conflicts: { key: string; why: string }[];
  settled: boolean;
};

/** The figures of a run that must succeed. */
export async function synced(from: string, to: string, ...options: string[]): Promise<Synced> {
  const { code, stdout, stderr } = await quire(syncEnv(), 'sync', '--from', from, '--to', to, '--json', ...options);
  expect(code, stderr).to.equal(0);
  return JSON.parse(stdout) as Synced;
}
