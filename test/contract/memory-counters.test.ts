import { expect } from 'chai';
import { MemoryCounters, MemoryWindows } from '../../src/adapters/memory/memory-counters.js';
import { countersContract } from './counters-contract.js';
import { SETTLE_MS } from './counters-months.js';

const CAPACITY = 100;

countersContract('MemoryCounters', async () => {
  const counters = new MemoryCounters({ capacity: CAPACITY, settleMs: SETTLE_MS });
  return {
    counters,
    dispose: () => counters.close(),
    loseEverything: async () => {
      for (let n = 0; n < CAPACITY; n++) {
        await counters.admit(`other-${n}`, { perMinute: 1, perDay: 1 });
        await counters.readQuota({ owner: `other-${n}`, month: '2031-07' });
      }
    },
  };
});

describe('MemoryCounters', () => {
  const limits = { perMinute: 1, perDay: 2 };
  let now: number;
  let counters: MemoryCounters;

  beforeEach(() => {
    now = 1_000;
    counters = new MemoryCounters({ now: () => now });
  });

  it('refuses until the window that began with the first request has ended, and admits then', async () => {
    await counters.admit('ann', limits);
    now += 59_999;
    const refused = await counters.admit('ann', limits);
    expect([refused.refusedBy, refused.minute.resetInMs]).to.deep.equal(['minute', 1]);
    now += 1;
    const admitted = await counters.admit('ann', limits);
    expect([admitted.refusedBy, admitted.minute.resetInMs]).to.deep.equal([undefined, 60_000]);
  });

  it('keeps the day window while minute windows come and go', async () => {
    for (let n = 0; n < 2; n++) {
      await counters.admit('ann', limits);
      now += 60_000;
    }
    const refused = await counters.admit('ann', limits);
    expect([refused.refusedBy, refused.day.resetInMs]).to.deep.equal(['day', 86_400_000 - 120_000]);
    now += refused.day.resetInMs;
    expect((await counters.admit('ann', limits)).refusedBy).to.equal(undefined);
  });

  it('begins a new window of bytes a day after the first ones', async () => {
    const store = () => counters.bumpEpoch('ann', 'unknown', { bytes: 60 });
    const ask = async () =>
      (await counters.admit('ann', { ...limits, perDay: 9, bytesPerDay: 100 }, { bytes: 0 })).bytes;
    await store();
    now += 80_000_000;
    await store();
    expect(await ask()).to.deep.equal({ limit: 100, remaining: 0, resetInMs: 6_400_000 });
    now += 6_400_000;
    expect(await ask()).to.deep.equal({ limit: 100, remaining: 100, resetInMs: 86_400_000 });
  });

  it('lets five strangers a second through where the window is full, and a key met within the last hour', async () => {
    await counters.admitAddress('keyless', 'address', 1);
    const lookUp = async (keyHash: string) =>
      (await counters.admitLookUp({ scope: 'keyless', address: 'address', perMinute: 1, perSecond: 5, keyHash }))
        .allowed;
    const six = async () => Promise.all([1, 2, 3, 4, 5, 6].map((n) => lookUp(`stranger ${n}`)));
    expect(await six()).to.deep.equal([true, true, true, true, true, false]);
    now += 1_000;
    expect(await six()).to.deep.equal([true, true, true, true, true, false]);
    await counters.markKeySeen('met');
    for (const [laterMs, allowed] of [
      [0, true],
      [3_600_000, true],
      [1, false],
    ] as const) {
      now += laterMs;
      await counters.admitAddress('keyless', 'address', 1);
      await six();
      expect(await lookUp('met')).to.equal(allowed);
    }
  });

  it('frees the memory of windows that have ended', () => {
    const windows = new MemoryWindows({ lengthMs: 60_000, capacity: 1_000, now: () => now });
    for (let n = 0; n < 500; n++) windows.take(`address ${n}`);
    expect(windows.size).to.equal(500);
    now += 60_000;
    windows.take('one more');
    expect(windows.size).to.equal(1);
  });

  it('never remembers more windows than it has room for', () => {
    const windows = new MemoryWindows({ lengthMs: 60_000, capacity: 10, now: () => now });
    for (let n = 0; n < 500; n++) windows.take(`address ${n}`);
    expect(windows.size).to.equal(10);
  });
});
