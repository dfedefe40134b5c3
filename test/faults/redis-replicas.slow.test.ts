// Slow: starts a Redis with a replica.
/** A Redis with replicas: the service sees from INFO whether it takes writes that no replica has. */
import { expect } from 'chai';
import { RedisCounters } from '../../src/adapters/redis/redis-counters.js';
import { ReplicaWatch, type ReplicaState } from '../../src/adapters/redis/replica-watch.js';
import { eventually } from '../races/support.js';
import { OwnRedis } from '../support/own-redis.js';
import { describeOwnRedis } from './own-redis.js';
import { FaultInjectedService } from './fault-injected-service.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

const WARNING = /replicas without min-replicas-to-write: a failover/;

describeOwnRedis('faults: a Redis with a replica', (redis) => {
  let replica: OwnRedis;

  before(async function () {
    this.timeout(60_000);
    replica = await OwnRedis.start();
    await attach();
  });
  after(() => replica.stop());
  afterEach(() => redis().call('CONFIG', 'SET', 'min-replicas-to-write', '0'));

  async function attach(): Promise<void> {
    await replica.call('REPLICAOF', '127.0.0.1', String(redis().port));
    await untilConnected(1);
  }

  async function untilConnected(count: number): Promise<void> {
    await eventually(`replicas: ${count}`, async () =>
      String(await redis().call('INFO', 'replication')).includes(`connected_slaves:${count}\r\n`),
    );
  }

  async function watched(work: (states: ReplicaState[], counters: RedisCounters) => Promise<void>): Promise<void> {
    const counters = new RedisCounters({ url: redis().url, prefix: 'quire:', timeoutMs: 5_000, settleMs: 20_000 });
    await counters.ping();
    const states: ReplicaState[] = [];
    const watch = new ReplicaWatch({
      read: () => counters.readReplication(),
      onChange: (state) => states.push(state),
      everyMs: 10,
    });
    await watch.start();
    await work(states, counters).finally(async () => {
      watch.stop();
      await counters.close();
    });
  }

  it('is told of where min-replicas-to-write is not set, at once and at each change', () =>
    watched(async (states) => {
      expect(states).to.deep.equal(['unguarded']);
      await redis().call('CONFIG', 'SET', 'min-replicas-to-write', '1');
      await eventually('the setting is seen', async () => states.at(-1) === 'guarded');
      await redis().call('CONFIG', 'SET', 'min-replicas-to-write', '0');
      await eventually('its end is seen', async () => states.at(-1) === 'unguarded');
      await replica.call('REPLICAOF', 'NO', 'ONE');
      await eventually('no replica is seen', async () => states.at(-1) === 'guarded');
      expect(states).to.deep.equal(['unguarded', 'guarded', 'unguarded', 'guarded']);
      await attach();
    }));

  it('causes no message where min-replicas-to-write is set, also when the replica is gone and all counting is refused', async () => {
    await redis().call('CONFIG', 'SET', 'min-replicas-to-write', '1');
    await watched(async (states, counters) => {
      const count = () => counters.admit('alice', { perMinute: 9, perDay: 9 });
      await eventually('the replica is in step', () =>
        count().then(
          () => true,
          () => false,
        ),
      );
      await replica.call('REPLICAOF', 'NO', 'ONE');
      await untilConnected(0);
      await expectUnavailable(count(), /NOREPLICAS/);
      expect(states).to.deep.equal([]);
    });
    await attach();
  });

  for (const [least, count] of [
    ['0', 1],
    ['1', 0],
  ] as const) {
    it(`makes ${count} warning${count === 1 ? '' : 's'} in the log of a service that starts, with ${least} as least`, async function () {
      this.timeout(60_000);
      await redis().call('CONFIG', 'SET', 'min-replicas-to-write', least);
      const service = await FaultInjectedService.start({ redisUrl: redis().url });
      const warnings = () => service.lines.filter(({ level, msg }) => level === 40 && WARNING.test(msg));
      if (count > 0) await eventually('it is told', async () => warnings().length > 0);
      await service.untilMissing();
      await service.close();
      expect(warnings()).to.have.length(count);
    });
  }
});
