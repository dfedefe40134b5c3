import { expect } from 'chai';
import { LinkTargets } from '../../src/http/viewer/link-targets.js';
import { derivedId } from '../../src/domain/ids.js';
import { findLinked } from '../../src/operations/by-key/find-linked.js';
import type { LinkedDocument } from '../../src/ports/document-index.js';
import { until } from '../support/until.js';

const TARGETS = [['a.md'], ['b.md']];
const OWNER = { owner: 'o', isStranger: false };

function watched(found: (string | undefined)[], keptForMs?: number) {
  const state = { found, lookUps: 0 };
  const targets = new LinkTargets(async () => {
    state.lookUps++;
    return state.found;
  }, keptForMs);
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

  it('are looked up once for all who ask at once and soon after, and again later', async () => {
    const { state, targets } = watched([undefined, undefined], 20);
    await Promise.all([1, 2, 3].map(() => targets.of('1', OWNER, TARGETS)));
    expect(state.lookUps).to.equal(1);
    state.found = ['A', undefined];
    await until(async () => (await targets.of('1', OWNER, TARGETS))[0] === 'A');
  });
});
