import { expect } from 'chai';
import { LinkTargets } from '../../src/http/viewer/link-targets.js';
import { derivedId } from '../../src/domain/ids.js';
import { findLinked } from '../../src/operations/by-key/find-linked.js';
import type { LinkedDocument } from '../../src/ports/document-index.js';
import { until } from '../support/until.js';

const TARGETS = [['a.md'], ['b.md']];
const OWNER = { owner: 'o', isStranger: false };
const STRANGER = { owner: 'o', isStranger: true };

function watched(found: (string | undefined)[], keptForMs = 60_000) {
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
  it('are the first documents that the reader may see', async () => {
    const see = async (documents: Record<string, LinkedDocument>, isStranger: boolean) => {
      const all = new Map(Object.entries(documents).map(([key, each]) => [derivedId('by-key', 'o', key), each]));
      const index = { readLinked: async (names: readonly string[]) => names.map((name) => all.get(name)) };
      return findLinked({ index }, { owner: 'o', isStranger }, [['a', 'a.md'], ['b'], ['c']]);
    };
    const others: Record<string, LinkedDocument> = {
      'a.md': { id: 'A.md', visibility: 'public' },
      b: { id: 'B', visibility: 'public' },
    };
    const hidden: Record<string, LinkedDocument> = {
      ...others,
      a: { id: 'A', visibility: 'private' },
      c: { id: 'C', visibility: 'private' },
    };
    expect(await see(hidden, false)).to.deep.equal(['A', 'B', 'C']);
    expect(await see(hidden, true)).to.deep.equal(['A.md', 'B', undefined]);
    // As if there were no private ones.
    expect(await see(others, true)).to.deep.equal(['A.md', 'B', undefined]);
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
    state.found = ['A', undefined];
    await until(async () => (await targets.of('1', OWNER, TARGETS)).found[0] === 'A');
    expect((await targets.of('1', OWNER, TARGETS)).digest).not.to.equal(first[0]?.digest);
  });
});
