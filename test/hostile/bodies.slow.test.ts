// Slow: waits for real time limits of ten seconds, and sends a body at one kilobyte a second.
/** How slowly a body may come: real minutes. */
import { expect } from 'chai';
import { embeddedStorage } from '../support/modes.js';
import { eventually } from './support/eventually.js';
import { MIB } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { begunPost, closeAll, Wire } from './support/wire.js';

const TEST_MS = 120_000;
const EVERY_MS = 500;
/** 1 KB a second. */
const SLOW_STEP = 500;

describe('hostile: slow bodies', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let key: string;
  let timers: NodeJS.Timeout[];
  let wires: Wire[];
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage());
  });
  beforeEach(async () => {
    [timers, wires] = [[], []];
    key = await target.key();
  });
  afterEach(() => {
    timers.forEach(clearInterval);
    closeAll(wires);
  });
  after(() => target.dispose());

  /** A body of white space within JSON: `come` bytes at once, then so many each half second. */
  function post({ length, come, step }: { length: number; come: number; step: number }): Wire {
    const [start, end] = ['{"title":"slow","blocks":[]', '}'];
    const wire = new Wire(target.url, { reads: true });
    wires.push(wire);
    let left = length - start.length - end.length - come;
    wire.write(begunPost('/v1/documents', key, { length, sent: start + ' '.repeat(come) }));
    if (step === 0) return wire;
    const timer = setInterval(() => {
      if (wire.isEnded) return clearInterval(timer);
      const bytes = Math.min(step, left);
      left -= bytes;
      wire.write(' '.repeat(bytes) + (left === 0 ? end : ''));
      if (left === 0) clearInterval(timer);
    }, EVERY_MS);
    timers.push(timer);
    return wire;
  }

  const secondsUntilAnswered = async (wire: Wire) =>
    (await eventually('answered', 70_000, () => wire.statuses.length > 0)) / 1_000;

  it('that make no progress for ten seconds are answered with 408', async () => {
    const stalled = [post({ length: 1_000, come: 0, step: 0 }), post({ length: 5 * MIB, come: MIB, step: 0 })];
    const seconds = await Promise.all(stalled.map(secondsUntilAnswered));
    expect(stalled.map(({ statuses }) => statuses)).to.deep.equal([[408], [408]]);
    // The limit is the promise itself; the upper bound is wide, for a busy machine.
    for (const each of seconds) expect(each).to.be.within(9, 30);
  });

  it('of 1 KB a second are taken within their minute', async () => {
    const slow = post({ length: 20_000, come: 0, step: SLOW_STEP });
    await secondsUntilAnswered(slow);
    expect(slow.statuses).to.deep.equal([201]);
  });
});
