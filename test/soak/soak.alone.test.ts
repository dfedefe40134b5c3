// Alone: puts processes under load for seconds of real time.
import { expect } from 'chai';
import { describeModes } from '../support/modes.js';
import { SoakRun } from './soak-run.js';

/** Ten minutes by `npm run soak`. */
const SECONDS = 8;

describeModes('soak', (makeStorage) => {
  it('finds nothing lost, doubled or stale', async function () {
    this.timeout(600_000);
    const seed = Date.now() % 2 ** 32;
    const storage = await makeStorage();
    const silent = { only: undefined, onFault: undefined, onEvent: undefined, onProgress: undefined };
    const options = { seconds: SECONDS, hostileSeconds: 0, seed, ...silent };
    const { faults, acknowledged } = await new SoakRun(storage, options).run();
    expect(faults, `npm run soak -- --seed ${seed} --mode ${storage.mode}`).to.deep.equal([]);
    expect(acknowledged).to.be.above(10);
    await storage.dispose();
  });
});
