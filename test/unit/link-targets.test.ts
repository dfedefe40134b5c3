import { expect } from 'chai';
import { LinkTargets } from '../../src/http/viewer/link-targets.js';
import type { LinkedDocument } from '../../src/ports/document-index.js';
import { until } from '../support/until.js';

const TARGETS = [['a.md'], ['b.md']];
const OWNER = { owner: 'o', isStranger: false };
const STRANGER = { owner: 'o', isStranger: true };

function watched(found: (LinkedDocument | undefined)[], keptForMs = 60_000) {
  const state = { found, lookUps: 0, pauses: [] as number[] };
  const pause = async (ms: number) => state.pauses.push(ms);
  const targets = new LinkTargets(
    async () => {
      state.lookUps++;
      return state.found;
    },
    { keptForMs, pause },
  );
  return { state, targets };
}

describe('the targets of links', () => {
  it('are those that the reader may see', async () => {
    const { targets } = watched([
      { id: 'A', visibility: 'private' },
      { id: 'B', visibility: 'public' },
    ]);
    expect((await targets.of('1', OWNER, TARGETS)).found).to.deep.equal(['A', 'B']);
    const seen = await targets.of('2', STRANGER, TARGETS);
    expect(seen.found).to.deep.equal([undefined, 'B']);
    const missing = watched([undefined, { id: 'B', visibility: 'public' }]);
    expect(await missing.targets.of('2', STRANGER, TARGETS)).to.deep.equal(seen);
  });

  it('are answered to strangers in steps of time', async () => {
    const { state, targets } = watched([undefined, undefined]);
    await targets.of('1', OWNER, TARGETS);
    expect(state.pauses).to.deep.equal([]);
    await targets.of('2', STRANGER, TARGETS);
    await targets.of('2', STRANGER, TARGETS);
    expect(state.pauses).to.have.length(1);
    expect(state.pauses[0]).to.be.within(0.001, 20);
  });

  it('are looked up once for all who ask at once and soon after, and again later', async () => {
    const { state, targets } = watched([undefined, undefined], 20);
    const first = await Promise.all([1, 2, 3].map(() => targets.of('1', OWNER, TARGETS)));
    expect(state.lookUps).to.equal(1);
    state.found = [{ id: 'A', visibility: 'public' }, undefined];
    await until(async () => (await targets.of('1', OWNER, TARGETS)).found[0] === 'A');
    expect((await targets.of('1', OWNER, TARGETS)).digest).not.to.equal(first[0]?.digest);
  });
});
