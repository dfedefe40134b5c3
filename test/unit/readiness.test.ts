import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';
import { createReadiness, type ReadinessParts } from '../../src/operations/readiness.js';

type Situation = { away?: string[]; isStarting?: boolean; isProven?: boolean };

/** Backends that are there unless they are named in `away`, and count how often they were asked. */
function readinessOf({ away = [], isStarting = false, isProven = true }: Situation = {}) {
  const asked: string[] = [];
  const ask = async (name: string) => {
    asked.push(name);
    if (away.includes(name)) throw new UnavailableError(`${name} is away`);
  };
  const readiness = createReadiness({
    index: { confirm: () => ask('index') },
    store: { read: () => ask('object store') } as unknown as ReadinessParts['store'],
    setUp: { state: isStarting ? 'begun' : 'waiting', isProven },
  });
  return { readiness, asked };
}

describe('readiness', () => {
  it('names each backend that is away', async () => {
    for (const away of [['index'], ['object store'], ['index', 'object store']]) {
      expect(await readinessOf({ away }).readiness.missing()).to.deep.equal(away);
    }
  });

  it('misses the set-up where this process has not tried it yet and all else is there', async () => {
    expect(await readinessOf({ isStarting: true }).readiness.missing()).to.deep.equal(['set-up']);
    expect(await readinessOf({ isStarting: true, away: ['index'] }).readiness.missing()).to.deep.equal(['index']);
  });

  it('names the object store alone where anything is missing and the store has not passed its proof', async () => {
    for (const away of [['index'], ['object store'], ['index', 'object store']]) {
      expect(await readinessOf({ away, isProven: false }).readiness.missing()).to.deep.equal(['object store']);
    }
    const starting = readinessOf({ isProven: false, isStarting: true });
    expect(await starting.readiness.missing()).to.deep.equal(['object store']);
  });

  it('misses nothing where the store refuses the proof and reads go on', async () => {
    expect(await readinessOf({ isProven: false }).readiness.missing()).to.deep.equal([]);
  });

  it('asks once for all probes of the same moment', async () => {
    const { readiness, asked } = readinessOf();
    await Promise.all([readiness.missing(), readiness.missing()]);
    await readiness.missing();
    expect(asked).to.deep.equal(['index', 'object store']);
  });

  it('says that it is draining without asking anybody', async () => {
    const { readiness, asked } = readinessOf({ away: ['index'] });
    readiness.drain();
    expect([readiness.draining.aborted, await readiness.missing()]).to.deep.equal([true, ['draining']]);
    expect(asked).to.deep.equal([]);
  });

  it('says that it is draining where the end begins while backends are asked', async () => {
    const { readiness } = readinessOf();
    const missing = readiness.missing();
    readiness.drain();
    expect(await missing).to.deep.equal(['draining']);
  });
});
