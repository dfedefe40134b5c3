// Slow: waits for deadlines, once for each failure and operation.
/** Every failure of Redis × every operation: none of them is noticed, and nothing is lost or doubled. */
import type { OwnRedis } from '../support/own-redis.js';
import { describeOwnRedis } from './own-redis.js';
import { describeFault, type RoundFault } from './rounds.js';
import { describeWithFaults, type FaultInjectedService } from './fault-injected-service.js';

type RedisFault = {
  title: string;
  strike(redis: OwnRedis, service: FaultInjectedService): unknown;
  undo?(redis: OwnRedis): unknown;
};

const FAULTS: RedisFault[] = [
  { title: 'is frozen', strike: (redis) => redis.freeze(), undo: (redis) => redis.thaw() },
  { title: 'is killed', strike: (redis) => redis.kill(), undo: (redis) => redis.restart() },
  {
    title: 'is killed and comes back empty',
    strike: async (redis) => {
      await redis.kill();
      await redis.restart();
    },
  },
  {
    title: 'is killed and comes back as it was some time ago',
    strike: async (redis) => {
      await redis.call('SAVE');
      await redis.kill();
      await redis.restart();
    },
  },
  { title: 'is emptied', strike: (redis) => redis.call('FLUSHALL') },
  {
    title: 'is out of memory',
    strike: (redis) => redis.call('CONFIG', 'SET', 'maxmemory', '1'),
    undo: (redis) => redis.call('CONFIG', 'SET', 'maxmemory', '0'),
  },
  { title: 'has lost its connections', strike: (_redis, service) => service.redis.cut() },
  { title: 'is behind a network that passes nothing on', strike: (_redis, service) => service.redis.freeze() },
];

describeOwnRedis('faults: with a Redis of its own,', (redis) => {
  describeWithFaults(
    'a Redis that',
    () => ({ redisUrl: redis().url }),
    (service) => {
      for (const fault of FAULTS) describeFault(service, unnoticed(fault, redis));
    },
  );
});

function unnoticed({ title, strike, undo }: RedisFault, redis: () => OwnRedis): RoundFault {
  return { title, strike: (service) => strike(redis(), service), undo: () => undo?.(redis()), succeeds: () => true };
}
