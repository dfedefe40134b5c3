import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { RedisCounters } from '../../src/adapters/redis/redis-counters.js';
import { describeOwnRedis } from '../faults/own-redis.js';
import { until } from '../support/until.js';
import { newUnit, seed, usedOf } from './counters-helpers.js';
import { changesFacts } from './redis-changes.js';
import { openRedis } from './redis-keys.js';
import type { RedisUnderTest } from './redis-keys.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

const ONE = { perMinute: 1, perDay: 1_000 };
const STORING = { perMinute: 100, perDay: 1_000, bytesPerDay: 100 };
const MONTH = { owner: 'ann', month: '2031-07' };
const HOUR_MS = 3_600_000;

// Some of it makes a replica of it, and stops it for a while: others must not share it.
describeOwnRedis('RedisCounters on its Redis', (own) => {
  let redis: RedisUnderTest;
  let counters: RedisCounters;

  beforeEach(async () => {
    redis = openRedis(own().url);
    counters = new RedisCounters({ url: redis.url, prefix: redis.prefix, timeoutMs: 5_000, settleMs: 20_000 });
    await counters.ping();
  });

  afterEach(async () => {
    await counters.close();
    // A test that failed half-way must not leave a replica to those that follow.
    await redis.client.replicaof('NO', 'ONE');
    await redis.dispose();
  });

  const keyOf = (name: string) => `${redis.prefix}{ann}:${name}`;
  const connections = async () =>
    String(await redis.client.client('LIST'))
      .split('\n')
      .filter((line) => line.includes(' name=quire '))
      .map((line) => /^id=(\d+)/.exec(line)?.[1]);
  const incarnationOf = async () => (await counters.admit('ann', ONE)).epoch?.incarnation;

  it('checks windows by the clock of Redis alone', async () => {
    await counters.admit('ann', ONE);
    await redis.client.pexpire(keyOf('minute'), 50_000);
    const refused = await counters.admit('ann', ONE);
    expect(refused.refusedBy).to.equal('minute');
    expect(refused.minute.resetInMs).to.be.within(40_000, 50_000);

    await redis.client.pexpire(keyOf('minute'), 20);
    await until(async () => (await counters.admit('ann', ONE)).refusedBy === undefined);
  });

  it('counts its deadline from when a command is sent: not while the process is busy', async () => {
    const impatient = new RedisCounters({ url: redis.url, prefix: redis.prefix, timeoutMs: 500, settleMs: 20_000 });
    try {
      await impatient.ping();
      // From here on timers come before what is written in this turn.
      await turn();
      const admissions = Array.from({ length: 20 }, () => impatient.admit('ann', { perMinute: 1_000, perDay: 1_000 }));
      for (const end = performance.now() + 1_000; performance.now() < end;);
      const left = (await Promise.all(admissions)).map(({ minute }) => minute.remaining);
      expect(left).to.deep.equal(Array.from({ length: 20 }, (_, i) => 999 - i));
    } finally {
      await impatient.close();
    }
  });

  it('ends the window of bytes by the clock of Redis', async () => {
    const refusedBy = async () => (await counters.admit('ann', STORING, { bytes: 0 })).refusedBy;
    await counters.bumpEpoch('ann', 'unknown', { bytes: 100 });
    expect(await refusedBy()).to.equal('bytes');
    await redis.client.pexpire(keyOf('bytes'), 20);
    await until(async () => (await refusedBy()) === undefined);
  });

  it('does not read the window of bytes for a request that stores nothing, or that may store any number', async () => {
    await redis.client.rpush(keyOf('bytes'), 'no number');
    await redis.client.pexpire(keyOf('bytes'), 60_000);
    expect((await counters.admit('ann', STORING)).refusedBy).to.equal(undefined);
    expect((await counters.admit('ann', { perMinute: 9, perDay: 9 }, { bytes: 5 })).refusedBy).to.equal(undefined);
    await expectUnavailable(counters.admit('ann', STORING, { bytes: 5 }), /WRONGTYPE/);
  });

  it('takes a window without an end for one that is over', async () => {
    await counters.admit('ann', ONE);
    await redis.client.persist(keyOf('minute'));
    const admitted = await counters.admit('ann', ONE);
    expect([admitted.refusedBy, admitted.minute.resetInMs]).to.deep.equal([undefined, 60_000]);
  });

  it('lets every key expire, and keeps what one owner has in one slot of a cluster', async () => {
    await counters.admit('ann', ONE);
    await counters.admit('bob', ONE);
    await counters.bumpEpoch('carl', 'unknown', { bytes: 7 });
    await counters.admitAddress('viewer', '2001:db8::1', 1);
    await counters.admitLookUp({ scope: 'viewer', address: '2001:db8::1', perMinute: 1, perSecond: 5, keyHash: 'a' });
    await counters.markKeySeen('b');
    await seed(counters, MONTH, 1);
    await counters.bumpEpoch('ann', 'unknown', { created: newUnit(MONTH), bytes: 7 });
    await counters.reserveQuota(newUnit(MONTH), 5);

    const keys = await redis.keys();
    const owners = keys.map((key) => /\{(.*)\}/.exec(key)?.[1] ?? 'nobody').sort();
    expect(owners).to.deep.equal([
      'ann',
      'ann',
      'ann',
      'ann',
      'ann',
      'ann',
      'bob',
      'bob',
      'bob',
      'carl',
      'carl',
      'nobody',
      'nobody',
      'viewer:2001:db8::1',
      'viewer:2001:db8::1',
    ]);
    for (const key of keys) expect(await redis.client.pttl(key), key).to.be.above(0);
  });

  it('makes no key for units and counts that nobody waits for', async () => {
    const unit = newUnit(MONTH);
    await counters.seedQuota(unit, { round: 'another', ended: 0, underWay: [] }, 3);
    await counters.releaseQuota(unit);
    await counters.forgetQuota(unit);
    await counters.bumpEpoch('ann', 'unknown', { created: unit });
    expect(await redis.keys()).to.deep.equal([keyOf('epoch')]);
  });

  it('takes a window for one that is over where the clock of Redis was set back', async () => {
    const ask = () => counters.admit('ann', { ...ONE, perDay: 1, bytesPerDay: 10 }, { bytes: 1 });
    await ask();
    await counters.bumpEpoch('ann', 'unknown', { bytes: 10 });
    await counters.admitAddress('viewer', '192.0.2.1', 1);
    expect((await ask()).refusedBy).to.equal('day');
    // As a clock that goes back by an hour has it.
    const windows = [keyOf('minute'), keyOf('day'), keyOf('bytes'), `${redis.prefix}address:{viewer:192.0.2.1}`];
    for (const key of windows) await redis.client.pexpire(key, (await redis.client.pttl(key)) + 3_600_000);
    const again = await ask();
    expect(again.refusedBy).to.equal(undefined);
    expect([again.minute.resetInMs, again.day.resetInMs]).to.deep.equal([60_000, 86_400_000]);
    expect((await counters.admitAddress('viewer', '192.0.2.1', 1)).allowed).to.equal(true);
  });

  it('ends a window when it would have ended, where the clock of Redis was set back by less than its length', async () => {
    await counters.admit('ann', ONE);
    // Half a minute earlier by the clock, in a window that had twenty seconds left.
    await redis.client.hset(keyOf('epoch'), 'time', Date.now() + 30_000);
    await redis.client.pexpire(keyOf('minute'), 50_000);
    for (let n = 0; n < 2; n++) {
      const { refusedBy, minute } = await counters.admit('ann', ONE);
      expect(refusedBy).to.equal('minute');
      expect(minute.resetInMs).to.be.within(1_000, 29_000);
    }
    await redis.client.hset(keyOf('epoch'), 'time', Date.now() + 30_000);
    expect((await counters.admit('ann', ONE)).refusedBy).to.equal(undefined);
  });

  it('ends the window of bytes then, too, where a request that stores nothing comes first', async () => {
    await counters.admit('ann', STORING);
    await counters.bumpEpoch('ann', 'unknown', { bytes: 100 });
    await redis.client.hset(keyOf('epoch'), 'time', Date.now() + 12 * HOUR_MS);
    await redis.client.pexpire(keyOf('bytes'), 23 * HOUR_MS);
    expect((await counters.admit('ann', STORING)).bytes).to.equal(undefined);
    expect(await redis.client.pttl(keyOf('bytes'))).to.be.within(10 * HOUR_MS, 11.5 * HOUR_MS);
  });

  it('counts a month once more where the clock of Redis was set back', async () => {
    await seed(counters, MONTH, 1);
    await redis.client.hset(keyOf(`quota:${MONTH.month}`), 'since', Date.now() + 3_600_000);
    expect(await usedOf(counters, MONTH)).to.equal('uncounted');
  });

  it('counts all months anew where the generation of the counts is lost', async () => {
    await seed(counters, MONTH, 1);
    await redis.client.del(`${redis.prefix}quota-generation`);
    expect(await usedOf(counters, MONTH)).to.equal('uncounted');
  });

  changesFacts(() => ({ counters, redis }));

  it('keeps a month on record for a week after its end', async () => {
    await counters.readQuota(MONTH);
    const end = Date.UTC(2031, 7) + 7 * 24 * 60 * 60_000;
    expect(await redis.client.pexpiretime(keyOf(`quota:${MONTH.month}`))).to.be.closeTo(end, 60_000);
  });

  it('goes on when Redis has forgotten the scripts', async () => {
    await counters.admit('ann', ONE);
    await redis.client.script('FLUSH');
    expect((await counters.admit('ann', ONE)).refusedBy).to.equal('minute');
    expect((await counters.admit('bob', ONE)).refusedBy).to.equal(undefined);
  });

  it('starts new incarnations when a replica is made primary, though the keys are still there', async () => {
    const before = await incarnationOf();
    await seed(counters, MONTH, 1);

    await redis.client.replicaof('127.0.0.1', 1);
    await expectUnavailable(counters.bumpEpoch('ann', 'unknown'), /READONLY/);
    await redis.client.replicaof('NO', 'ONE');

    await until(async () =>
      counters.bumpEpoch('ann', 'unknown').then(
        () => true,
        () => false,
      ),
    );
    expect(await incarnationOf()).to.not.equal(before);
    expect(await usedOf(counters, MONTH)).to.equal('uncounted');
  });

  it('looks for the primary on a new connection when the old one leads to a replica', async () => {
    const before = await connections();
    await redis.client.replicaof('127.0.0.1', 1);
    await expectUnavailable(counters.bumpEpoch('ann', 'unknown'), /READONLY/);
    await redis.client.replicaof('NO', 'ONE');
    await until(async () =>
      counters.bumpEpoch('ann', 'unknown').then(
        () => true,
        () => false,
      ),
    );
    expect(before).to.have.length.above(0);
    expect((await connections()).filter((id) => !before.includes(id))).to.have.length(1);
  });

  it('raises UnavailableError while Redis answers nothing, and recovers', async () => {
    const hasty = new RedisCounters({ url: redis.url, prefix: redis.prefix, timeoutMs: 100, settleMs: 20_000 });
    await hasty.ping();
    // Longer than the test may last: only the deadline can end the call.
    await redis.client.call('CLIENT', 'PAUSE', '600000', 'WRITE');
    await expectUnavailable(hasty.admit('ann', ONE), /no answer within 100 ms/);
    await redis.client.call('CLIENT', 'UNPAUSE');
    await until(async () =>
      hasty.admit('ann', ONE).then(
        () => true,
        () => false,
      ),
    );
    await hasty.close();
  });

  it('raises UnavailableError at once when nobody listens, and says why', async () => {
    const lonely = new RedisCounters({
      url: 'redis://127.0.0.1:1',
      prefix: redis.prefix,
      timeoutMs: 100,
      settleMs: 20_000,
    });
    await expectUnavailable(lonely.ping(), /ECONNREFUSED/);
    await expectUnavailable(lonely.admit('ann', ONE), /ECONNREFUSED/);
    await expectUnavailable(lonely.bumpEpoch('ann', 'unknown'), /ECONNREFUSED/);
    await lonely.close();
  });
});
