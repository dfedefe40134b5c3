import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FolderObjectStore } from '../../src/adapters/filesystem/folder-object-store.js';
import { S3ObjectStore } from '../../src/adapters/s3/s3-object-store.js';
import { readPlaces } from '../../src/config/read-places.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { encodeSlot } from '../../src/log/slot-codec.js';
import { slotKey } from '../../src/log/object-keys.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { addFiles, newDocumentId, objectsOf, versionSlot } from '../support/log-objects.js';
import { clusterBackends } from '../support/backends.js';
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

export function storeAt(name: string): ObjectStore {
  const { place } = readPlaces(syncEnv(), { place: name });
  return place.mode === 'cluster' ? new S3ObjectStore(place.s3) : new FolderObjectStore(join(place.dataDir, 'objects'));
}

/** So many documents of one version in a data folder. */
export async function fillFolder(dataDir: string, documents: number): Promise<void> {
  const keys = Array.from({ length: documents }, () => newDocumentId());
  await addFiles(
    join(dataDir, 'objects'),
    Object.fromEntries(keys.map((id) => [slotKey(id, 1), encodeSlot(versionSlot(id, 1))])),
  );
}

const LOG = /^(documents|folders|owners|keys|revocations|suspensions)\//;

/** The objects of a place that belong to the log in it. */
export async function logAt(place: string): Promise<Record<string, string>> {
  const store = storeAt(place);
  try {
    return Object.fromEntries(Object.entries(await objectsOf(store)).filter(([key]) => LOG.test(key)));
  } finally {
    await store.close();
  }
}

export async function countAt(place: string): Promise<number> {
  const store = storeAt(place);
  let count = 0;
  for await (const key of store.list('')) if (LOG.test(key)) count++;
  await store.close();
  return count;
}

const PATIENCE_MS = 45_000;
/** Looking without a pause would take the time from the process that is looked at. */
const LOOK_EVERY_MS = 20;

/** Waits until a process has copied more than so many objects to a place. */
export async function moreThan(count: number, place: string): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while ((await countAt(place)) <= count) {
    if (performance.now() > giveUpAt)
      throw new Error(`not more than ${count} objects at ${place} within ${PATIENCE_MS} ms`);
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
