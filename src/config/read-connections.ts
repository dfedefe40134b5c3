import { readFileSync } from 'node:fs';
import type { HttpConfig, Storage } from './config.js';
import type { EnvReader } from './env-reader.js';

/** For files, connections being closed, and in cluster mode those to OpenSearch (256), S3 (512) and Redis. */
const OTHER_DESCRIPTORS = { embedded: 384, cluster: 1_152 } as const;
const USUAL_DESCRIPTORS = 1_024;
const FEWEST = 32;
/** Each connection takes some kilobytes, and descriptors are often unlimited. */
const MOST_BY_DEFAULT = 16_384;
const ADDRESS_PART = 2;

/** By default from the soft limit of descriptors. Behind a proxy all connections come from its address. */
export function readConnections(
  env: EnvReader,
  mode: Storage['mode'],
): Pick<HttpConfig, 'maxConnections' | 'maxConnectionsPerAddress'> {
  const isBehindProxy = (env.optional('TRUSTED_PROXY_HOPS') ?? '0') !== '0';
  const maxConnections = env.integer('MAX_CONNECTIONS', { default: defaultConnections(mode), min: 1 });
  const perAddress = env.integer('MAX_CONNECTIONS_PER_ADDRESS', {
    default: Math.max(1, Math.floor(maxConnections / ADDRESS_PART)),
    min: 1,
  });
  return { maxConnections, maxConnectionsPerAddress: isBehindProxy ? undefined : perAddress };
}

function defaultConnections(mode: Storage['mode']): number {
  const limit = softLimit();
  const others = Math.min(OTHER_DESCRIPTORS[mode], Math.floor(limit / 2));
  return Math.max(FEWEST, Math.min(MOST_BY_DEFAULT, limit - others));
}

function softLimit(): number {
  try {
    const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === 'unlimited' ? Infinity : Number(soft ?? USUAL_DESCRIPTORS);
  } catch {
    return USUAL_DESCRIPTORS;
  }
}
