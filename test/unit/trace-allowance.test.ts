import { expect } from 'chai';
import { TraceAllowance } from '../../src/observability/trace-allowance.js';

describe('TraceAllowance', () => {
  let now = 0;
  const allowance = () => new TraceAllowance(4, () => now);
  const taken = (from: TraceAllowance, tries: number) => {
    let count = 0;
    for (let n = 0; n < tries; n++) {
      if (!from.isLeft) continue;
      from.take();
      count++;
    }
    return count;
  };

  it('gives as many at once as a second may have, and then one after its part of a second', () => {
    const some = allowance();
    expect(taken(some, 10)).to.equal(4);
    now += 250;
    expect(taken(some, 10)).to.equal(1);
    now += 249;
    expect(taken(some, 10)).to.equal(0);
  });

  it('gives less after a trace that took long', () => {
    const some = allowance();
    const ended = some.take();
    now += 1_000;
    ended();
    expect(taken(some, 10)).to.equal(0);
    now += 9_000;
    expect(taken(some, 10)).to.equal(0);
    now += 2_000;
    expect(taken(some, 10)).to.be.above(0);
  });

  it('gives some again after ten seconds, however long a trace took', () => {
    const some = allowance();
    const ended = some.take();
    now += 3_600_000;
    ended();
    now += 10_250;
    expect(taken(some, 10)).to.equal(1);
  });

  it('keeps no more for later than those of a second', () => {
    const some = allowance();
    now += 3_600_000;
    expect(taken(some, 10)).to.equal(4);
  });
});
