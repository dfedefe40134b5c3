import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../scripts/stack/project-root.js';
import { RedisCounters } from '../../src/adapters/redis/redis-counters.js';
import { describeOwnRedis } from '../faults/own-redis.js';
import { countersContract } from './counters-contract.js';
import { SETTLE_MS } from './counters-months.js';

const PASSWORD = 'of-this-test';

/** What SECURITY.md tells an operator to give the service. */
function rights(): string[] {
  const text = readFileSync(join(projectRoot(), 'SECURITY.md'), 'utf8');
  const [, words] = /^ACL SETUSER (quire .*)$/m.exec(text) ?? [];
  if (words === undefined) throw new Error('SECURITY.md has no line of rights');
  return words.replace('>PASSWORD', `>${PASSWORD}`).split(' ');
}

describeOwnRedis('counters in Redis with no more rights than SECURITY.md names', (redis) => {
  before(async () => {
    await redis().call('ACL', 'SETUSER', ...rights());
  });

  async function openCounters(): Promise<RedisCounters> {
    const url = `redis://quire:${PASSWORD}@127.0.0.1:${redis().port}`;
    const counters = new RedisCounters({ url, prefix: 'quire:', timeoutMs: 5_000, settleMs: SETTLE_MS });
    await counters.ping();
    return counters;
  }

  it('tell what was written since an epoch', async () => {
    const counters = await openCounters();
    const limits = { perMinute: 9, perDay: 9 };
    const { epoch } = await counters.admit('alice', limits);
    await counters.bumpEpoch('alice', 'folder');
    expect((await counters.admit('alice', limits, { since: epoch })).changes).to.deep.equal(['folder']);
    await counters.close();
  });

  it('tell of replicas', async () => {
    const counters = await openCounters();
    expect((await counters.readReplication()).join()).to.match(/^role:master/m);
    await counters.close();
  });

  countersContract('RedisCounters', async () => {
    const counters = await openCounters();
    const empty = async () => {
      await redis().call('FLUSHALL');
    };
    return {
      counters,
      loseEverything: empty,
      async dispose() {
        await counters.close();
        await empty();
      },
    };
  });
});
