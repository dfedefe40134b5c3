import { RedisCounters } from '../../src/adapters/redis/redis-counters.js';
import { describeCluster } from '../support/backends.js';
import { countersContract } from './counters-contract.js';
import { SETTLE_MS } from './counters-months.js';
import { openRedis } from './redis-keys.js';

describeCluster('counters in Redis', () => {
  countersContract('RedisCounters', async () => {
    const redis = openRedis();
    // A deadline for the slowest machine: what is told here is not about time.
    const counters = new RedisCounters({ url: redis.url, prefix: redis.prefix, timeoutMs: 5_000, settleMs: SETTLE_MS });
    await counters.ping();
    return {
      counters,
      loseEverything: () => redis.removeKeys(),
      async dispose() {
        await counters.close();
        await redis.dispose();
      },
    };
  });
});
