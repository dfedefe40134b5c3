import { expect } from 'chai';
import { SHUTDOWN_LIMITS_MS } from '../../src/server/lifecycle.js';
import { endInPhases, type CutPhase, type Phase } from '../../src/server/shutdown.js';
import { STOP_GRACE_MS } from '../../src/workers/primary.js';

/** What `docker stop` is told in the guide, and the file for Compose says. */
const CONTAINER_MS = 40_000;
const SOON_MS = 20;
const NEVER = new Promise<never>(() => undefined);

function phase(name: string, more: Partial<Phase> = {}): Phase {
  return { name, limitMs: 60_000, end: () => undefined, ...more };
}

describe('endInPhases', () => {
  it('ends each phase before the next one begins, and returns nothing where all ended', async () => {
    const said: string[] = [];
    const slow = async () => {
      said.push('begun');
      await new Promise((resolve) => setImmediate(resolve));
      said.push('ended');
    };
    const names = await endInPhases([phase('one', { end: slow }), phase('two', { end: slow })], () => said.push('cut'));
    expect(names).to.deep.equal([]);
    expect(said).to.deep.equal(['begun', 'ended', 'begun', 'ended']);
  });

  it('goes on after a phase that fails, takes too long or leaves something, and tells which and why', async () => {
    const cuts: CutPhase[] = [];
    const failure = new Error('no');
    const fail = () => {
      throw failure;
    };
    let isClosed = false;
    const phases = [
      phase('requests', { end: () => NEVER, limitMs: SOON_MS, left: () => ({ connections: 2 }) }),
      phase('fails at once', { end: fail }),
      phase('fails later', { end: async () => fail() }),
      phase('leaves', { left: () => ({ tasks: 1, requests: 0 }) }),
      phase('leaves nothing', { left: () => ({ tasks: 0 }) }),
      phase('store', {
        end: () => {
          isClosed = true;
        },
      }),
    ];
    const names = await endInPhases(phases, (cut) => cuts.push(cut));
    expect(names).to.deep.equal(['requests', 'fails at once', 'fails later', 'leaves']);
    expect(cuts).to.deep.equal([
      { phase: 'requests', limitMs: SOON_MS, left: { connections: 2 }, cause: undefined },
      { phase: 'fails at once', limitMs: 60_000, left: {}, cause: failure },
      { phase: 'fails later', limitMs: 60_000, left: {}, cause: failure },
      { phase: 'leaves', limitMs: 60_000, left: { tasks: 1, requests: 0 }, cause: undefined },
    ]);
    expect(isClosed).to.equal(true);
  });

  it('hears nothing of a phase that fails after its limit', async () => {
    let fail = (_error: Error): void => undefined;
    const end = () => new Promise<never>((_resolve, reject) => (fail = reject));
    expect(await endInPhases([phase('late', { end, limitMs: SOON_MS })], () => undefined)).to.deep.equal(['late']);
    fail(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('the limits of the shutdown', () => {
  it('are less together than a worker gets, and that is less than a container gets', () => {
    const sum = Object.values(SHUTDOWN_LIMITS_MS).reduce((some, limit) => some + limit, 0);
    expect(sum).to.be.below(STOP_GRACE_MS);
    expect(STOP_GRACE_MS).to.be.below(CONTAINER_MS);
  });
});
