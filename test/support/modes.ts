import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBase62 } from '../../src/domain/base62.js';
import { clusterBackends, describeCluster, isTested } from './backends.js';

/** Where one suite keeps its data: a folder of its own, or a prefix of its own in the shared backends. */
export type TestStorage = {
  mode: 'embedded' | 'cluster';
  /** The variables that lead a service there; any free ports. */
  env: Record<string, string>;
  dispose(): Promise<void>;
};

/** Registers the same suite once for each mode. `makeStorage` is for hooks and tests. */
export function describeModes(title: string, body: (makeStorage: () => Promise<TestStorage>) => void): void {
  if (isTested('embedded')) describe(`${title} (embedded)`, () => body(embeddedStorage));
  describeCluster(`${title} (cluster)`, () => body(clusterStorage));
}

export async function embeddedStorage(): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-test-'));
  return {
    mode: 'embedded',
    env: { ...COMMON, MODE: 'embedded', DATA_DIR: folder },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function clusterStorage(): Promise<TestStorage> {
  const backends = clusterBackends();
  if (!backends) throw new Error('there are no cluster backends: call this in a hook or a test');
  return clusterStorageOf(backends.env);
}

/** Nothing of it is removed at the end: the backends of a test run are thrown away as a whole. */
export function clusterStorageOf(backends: Readonly<Record<string, string>>): TestStorage {
  const name = `t${randomBase62(10).toLowerCase()}`;
  return {
    mode: 'cluster',
    env: {
      ...COMMON,
      ...backends,
      MODE: 'cluster',
      INDEX_PREFIX: name,
      S3_PREFIX: name,
      REDIS_PREFIX: `${name}:`,
      // The longest there is: in an outage limits are counted in memory, and quota headers are left out.
      REDIS_TIMEOUT_MS: '500',
      INDEX_SHARDS: process.env['INDEX_SHARDS'] ?? '1',
      INDEX_REPLICAS: process.env['INDEX_REPLICAS'] ?? '0',
    },
    dispose: async () => undefined,
  };
}

/** One process each, unless a test is about more: what is killed as a process must be the one that serves. */
const COMMON = { HOST: '127.0.0.1', PORT: '0', METRICS_PORT: 'off', LOG_LEVEL: 'warn', WORKERS: '1' };
