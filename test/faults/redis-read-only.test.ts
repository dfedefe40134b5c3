/** A Redis that answers reads and refuses writes: it is away until it takes writes again, and that is told once. */
import { expect } from 'chai';
import { FallbackCounters } from '../../src/adapters/decorators/fallback-counters.js';
import { MemoryCounters } from '../../src/adapters/memory/memory-counters.js';
import { RedisCounters } from '../../src/adapters/redis/redis-counters.js';
import { interceptCalls } from '../support/intercept-calls.js';
import { until } from '../support/until.js';
import { describeOwnRedis } from './own-redis.js';

const LIMITS = { perMinute: 1_000, perDay: 1_000 };

describeOwnRedis('faults: a Redis that only reads', (redis) => {
  for (const [what, setting, value] of [
    ['has no memory left', 'maxmemory', '1'],
    ['lacks replicas', 'min-replicas-to-write', '1'],
  ] as const) {
    it(`is away from the first refused write to the end of its cause: it ${what}`, async () => {
      const real = new RedisCounters({ url: redis().url, prefix: 'quire:', timeoutMs: 5_000, settleMs: 20_000 });
      await real.ping();
      let answers = 0;
      const counted = interceptCalls(real, async (call) => {
        try {
          return await call.real();
        } finally {
          answers++;
        }
      });
      const modes: string[] = [];
      const counters = new FallbackCounters(counted, new MemoryCounters(), (mode) => modes.push(mode));
      try {
        await redis().call('CONFIG', 'SET', setting, value);
        await counters.admit('ann', LIMITS);
        const before = answers;
        // Reads, which the Redis would answer, between its refusals.
        await until(async () => {
          await counters.wasKeySeen('a key');
          await counters.admit('ann', LIMITS);
          return answers - before >= 3 || modes.length > 1;
        });
        expect(modes).to.deep.equal(['local']);
      } finally {
        await redis().call('CONFIG', 'SET', setting, '0');
      }
      await until(async () => modes.length > 1);
      expect(modes).to.deep.equal(['local', 'shared']);
      await counters.close();
    });
  }
});
