import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { clusterBackends } from '../support/backends.js';

/** A plain connection to a Redis, by default the stack's, and a prefix that nobody else uses. */
export type RedisUnderTest = {
  url: string;
  prefix: string;
  client: Redis;
  keys(): Promise<string[]>;
  removeKeys(): Promise<void>;
  dispose(): Promise<void>;
};

export function openRedis(url = clusterBackends()?.env['REDIS_URL']): RedisUnderTest {
  if (url === undefined) throw new Error('the backends have no REDIS_URL');
  const client = new Redis(url);
  const prefix = `test-${randomUUID()}:`;

  async function keys(): Promise<string[]> {
    const found: string[] = [];
    for await (const page of client.scanStream({ match: `${prefix}*`, count: 1_000 })) {
      found.push(...(page as string[]));
    }
    return found;
  }

  async function removeKeys(): Promise<void> {
    const found = await keys();
    if (found.length > 0) await client.unlink(...found);
  }

  async function dispose(): Promise<void> {
    await removeKeys();
    client.disconnect();
  }

  return { url, prefix, client, keys, removeKeys, dispose };
}
