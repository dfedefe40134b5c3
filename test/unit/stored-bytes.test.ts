import { expect } from 'chai';
import { MemoryCounters } from '../../src/adapters/memory/memory-counters.js';
import { QuireError, UnavailableError } from '../../src/domain/errors.js';
import { StoredBytes } from '../../src/operations/write/stored-bytes.js';
import type { Counters } from '../../src/ports/counters.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

const LIMIT = 1_000;
const PLAN = { perMinute: 100, perDay: 100, bytesPerDay: LIMIT };

describe('the bytes that a request reserves', () => {
  let counters: MemoryCounters;
  beforeEach(() => {
    counters = new MemoryCounters();
  });

  const storedBytes = (port: Pick<Counters, 'reserveBytes' | 'releaseBytes'> = counters) =>
    new StoredBytes({
      ...{ counters: port, owner: 'ann', limit: LIMIT, reserved: undefined },
      refuse: () => {
        throw new QuireError('RATE_LIMITED', { window: 'bytes', retry_after: 1 });
      },
    });
  const remaining = async () => (await counters.admit('ann', PLAN, { bytes: 'shown' })).bytes?.remaining;

  it('are refused once they pass what is left, and given back at its end', async () => {
    const [one, other] = [storedBytes(), storedBytes()];
    await one.raiseTo(700);
    const failure = await other.raiseTo(400).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(QuireError).with.property('code', 'RATE_LIMITED');
    expect(await remaining()).to.equal(300);
    await one.release();
    expect(await remaining()).to.equal(LIMIT);
  });

  it('are none once it has ended, though its work goes on', async () => {
    const stored = storedBytes();
    await stored.release();
    await expectUnavailable(stored.raiseTo(700), /the request has ended/);
    expect(await remaining()).to.equal(LIMIT);
  });

  it('are given back where it ends while they are being reserved', async () => {
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow: Pick<Counters, 'reserveBytes' | 'releaseBytes'> = {
      reserveBytes: async (...asked) => {
        await held;
        return counters.reserveBytes(...asked);
      },
      releaseBytes: (...asked) => counters.releaseBytes(...asked),
    };
    const stored = storedBytes(slow);
    const raised = stored.raiseTo(700).catch((error: unknown) => error);
    await stored.release();
    go();
    expect(await raised).to.be.instanceOf(UnavailableError);
    expect(await remaining()).to.equal(LIMIT);
  });
});
