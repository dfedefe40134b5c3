import { expect } from 'chai';
import { CachedReading } from '../../src/observability/cached-reading.js';

describe('CachedReading', () => {
  it('asks once for all that want to know within its time', async () => {
    let asked = 0;
    const reading = new CachedReading(async () => ++asked);
    expect(await Promise.all([reading.get(), reading.get()])).to.deep.equal([1, 1]);
    expect(await reading.get()).to.equal(1);
  });

  it('asks again after its time', async () => {
    let asked = 0;
    const reading = new CachedReading(async () => ++asked, { freshMs: 0 });
    expect(await reading.get()).to.equal(1);
    expect(await reading.get()).to.equal(2);
  });

  it('gives what it knew, or nothing, while the answer takes long', async () => {
    const answers: ((value: number) => void)[] = [];
    const ask = () =>
      new Promise<number>((resolve) => {
        answers.push(resolve);
      });
    const reading = new CachedReading(ask, { freshMs: 0, waitMs: 1 });
    expect(await reading.get()).to.equal(undefined);
    answers[0]?.(7);
    expect(await reading.get()).to.equal(7);
    expect(await reading.get()).to.equal(7);
    expect(answers).to.have.length(2);
  });

  it('knows nothing after a failure', async () => {
    let fails = false;
    const reading = new CachedReading(
      async () => {
        if (fails) throw new Error('away');
        return 1;
      },
      { freshMs: 0 },
    );
    expect(await reading.get()).to.equal(1);
    fails = true;
    expect(await reading.get()).to.equal(undefined);
  });
});
