import { expect } from 'chai';
import { MemoryCounters } from '../../src/adapters/memory/memory-counters.js';
import { FallbackCircuit } from '../../src/adapters/decorators/fallback-circuit.js';
import { FallbackCounters } from '../../src/adapters/decorators/fallback-counters.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { cuttable } from '../support/cuttable.js';
import { interceptCalls } from '../support/intercept-calls.js';
import { until } from '../support/until.js';

const LIMITS = { perMinute: 2, perDay: 100 };

describe('FallbackCounters', () => {
  let shared: MemoryCounters;
  let store: ReturnType<typeof cuttable>;
  let modes: string[];
  let counters: FallbackCounters;

  beforeEach(() => {
    shared = new MemoryCounters();
    store = cuttable(shared);
    modes = [];
    counters = new FallbackCounters(store.line, new MemoryCounters(), (mode) => modes.push(mode));
  });

  async function startOutage(): Promise<void> {
    store.cut();
    await counters.admit('somebody', LIMITS);
  }

  async function endOutage(): Promise<void> {
    store.reconnect();
    await until(async () => (await counters.admit('somebody', LIMITS)).epoch !== undefined);
  }

  it('passes everything on while the store answers', async () => {
    await counters.admit('ann', LIMITS);
    await counters.bumpEpoch('ann', 'unknown');
    const admission = await counters.admit('ann', LIMITS);
    expect(admission.epoch).to.deep.equal((await shared.admit('ann', LIMITS)).epoch);
    expect(modes).to.deep.equal([]);
  });

  it('admits with the full limits and without an epoch while the store is down', async () => {
    await counters.admit('ann', LIMITS);
    await startOutage();
    const admissions = [];
    for (let n = 0; n < 3; n++) admissions.push(await counters.admit('ann', LIMITS));
    expect(admissions.map(({ refusedBy }) => refusedBy)).to.deep.equal([undefined, undefined, 'minute']);
    expect(admissions.map(({ epoch }) => epoch)).to.deep.equal([undefined, undefined, undefined]);
    expect((await counters.admitAddress('viewer', '192.0.2.1', 1)).allowed).to.equal(true);
    expect((await counters.admitAddress('viewer', '192.0.2.1', 1)).allowed).to.equal(false);
  });

  it('checks look-ups by itself while the store is down, and knows the keys that it met before', async () => {
    const lookUp = async (keyHash: string) =>
      (await counters.admitLookUp({ scope: 'keyless', address: 'a', perMinute: 0, perSecond: 1, keyHash })).allowed;
    await counters.markKeySeen('met');
    expect(await lookUp('met')).to.equal(true);
    await startOutage();
    await counters.markKeySeen('met later');
    await until(async () => !(await lookUp('stranger')));
    expect([await lookUp('met'), await lookUp('met later')]).to.deep.equal([true, true]);
  });

  it('checks bytes by itself while the store is down, and reserves none', async () => {
    const limits = { perMinute: 100, perDay: 100, bytesPerDay: 100 };
    const { reserved } = await counters.admit('ann', limits, { bytes: 40 });
    await startOutage();
    const local = await counters.admit('ann', limits, { bytes: 60 });
    expect([local.refusedBy, local.reserved]).to.deep.equal([undefined, undefined]);
    const raised = await counters.reserveBytes('ann', 100, { bytes: 70, reserved });
    expect([raised.isGranted, raised.reserved]).to.deep.equal([true, reserved]);
    expect((await counters.reserveBytes('ann', 100, { bytes: 101, reserved })).isGranted).to.equal(false);
    await counters.releaseBytes('ann', { bytes: 40, leftMs: 1e9 });
    await expectUnavailable(counters.bumpEpoch('ann', 'unknown', { bytes: 30, reserved }));
    expect((await counters.admit('ann', limits, { bytes: 0 })).bytes?.remaining).to.equal(70);
    await endOutage();
    expect((await counters.admit('ann', limits, { bytes: 0 })).bytes?.remaining).to.equal(60);
  });

  it('counts the bytes of an outage by itself, in all outages of a day together', async () => {
    const left = async () =>
      (await counters.admit('ann', { perMinute: 100, perDay: 100, bytesPerDay: 100 }, { bytes: 0 })).bytes?.remaining;
    await counters.bumpEpoch('ann', 'unknown', { bytes: 10 });
    expect(await left()).to.equal(90);
    await startOutage();
    await expectUnavailable(counters.bumpEpoch('ann', 'unknown', { bytes: 30 }));
    expect(await left()).to.equal(70);
    await endOutage();
    expect(await left()).to.equal(90);
    await startOutage();
    await expectUnavailable(counters.bumpEpoch('ann', 'unknown', { bytes: 80 }));
    expect(await left()).to.equal(0);
    expect((await counters.admit('ann', { ...LIMITS, bytesPerDay: 100 }, { bytes: 0 })).refusedBy).to.equal('bytes');
  });

  it('asks the store no more for a moment after a failure', async () => {
    await startOutage();
    const before = store.calls;
    await counters.admit('ann', LIMITS);
    await expectUnavailable(counters.bumpEpoch('ann', 'unknown'));
    expect(store.calls).to.equal(before);
  });

  it('raises for a bump that did not reach the store', async () => {
    store.cut();
    await expectUnavailable(counters.bumpEpoch('ann', 'unknown'));
  });

  it('tells of each change of mode once', async () => {
    await startOutage();
    await counters.admit('ann', LIMITS);
    await endOutage();
    await counters.admit('ann', LIMITS);
    expect(modes).to.deep.equal(['local', 'shared']);
  });

  it('stays with its own counts while the store reads but takes no writes, as a full one does', async () => {
    const reads = new Set(['isMet', 'readQuota', 'admitLookUp', 'close']);
    let isFull = false;
    let refusals = 0;
    const full = interceptCalls(shared, async ({ name, real }) => {
      if (!isFull || reads.has(name)) return real();
      refusals++;
      throw new UnavailableError('OOM command not allowed');
    });
    counters = new FallbackCounters(full, new MemoryCounters(), (mode) => modes.push(mode));
    isFull = true;
    await until(async () => {
      await counters.wasKeySeen('a key');
      await counters.admit('ann', LIMITS);
      return refusals === 3 || modes.length > 1;
    });
    expect(modes).to.deep.equal(['local']);
    isFull = false;
    await until(async () => modes.length > 1);
    expect(modes).to.deep.equal(['local', 'shared']);
  });

  it('lets errors that are not about availability through', async () => {
    const broken = interceptCalls(shared, async () => {
      throw new RangeError('a bug');
    });
    const error = await new FallbackCounters(broken, new MemoryCounters(), (mode) => modes.push(mode))
      .admit('ann', LIMITS)
      .then(
        () => undefined,
        (raised: unknown) => raised,
      );
    expect(error).to.be.instanceOf(RangeError);
    expect(modes).to.deep.equal([]);
  });
});

describe('FallbackCircuit', () => {
  const fail = async () => {
    throw new UnavailableError('down');
  };
  const succeed = async () => undefined;
  /** `open`, or how many probes had failed before one succeeded. */
  let changes: ('open' | number)[];
  let circuit: FallbackCircuit;

  beforeEach(() => {
    changes = [];
    circuit = new FallbackCircuit({ onOpen: () => changes.push('open'), onClose: (failed) => changes.push(failed) });
  });

  it('makes no call but probes until one of them succeeds', async () => {
    await expectUnavailable(circuit.run(fail));
    await expectUnavailable(circuit.run(async () => 'not asked'));
    await expectUnavailable(circuit.probe(fail));
    await expectUnavailable(circuit.run(async () => 'not asked'));
    await circuit.probe(succeed);
    expect(await circuit.run(async () => 'and on')).to.equal('and on');
    expect(changes).to.deep.equal(['open', 1]);
  });

  it('is opened by a probe as well', async () => {
    await circuit.probe(succeed);
    await expectUnavailable(circuit.probe(fail));
    await circuit.probe(succeed);
    expect(changes).to.deep.equal(['open', 0]);
  });

  it('begins no second probe while one is under way', async () => {
    await expectUnavailable(circuit.run(fail));
    let end: () => void = () => undefined;
    const probe = circuit.probe(() => new Promise<void>((resolve) => (end = resolve)));
    await circuit.probe(succeed);
    await expectUnavailable(circuit.run(async () => 'still open'));
    end();
    await probe;
    expect(await circuit.run(async () => 'and on')).to.equal('and on');
  });

  it('is not closed by a call or a probe that began before the failure', async () => {
    const ends: (() => void)[] = [];
    const early = () => new Promise<void>((resolve) => ends.push(resolve));
    const both = [circuit.run(early), circuit.probe(early)];
    await expectUnavailable(circuit.run(fail));
    for (const end of ends) end();
    await Promise.all(both);
    await expectUnavailable(circuit.run(async () => 'still open'));
    expect(changes).to.deep.equal(['open']);
  });
});

async function expectUnavailable(call: Promise<unknown>): Promise<void> {
  const error = await call.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  expect(error).to.be.instanceOf(UnavailableError);
}
