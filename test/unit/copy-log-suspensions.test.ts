import { expect } from 'chai';
import { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { setSuspended } from '../../src/operations/auth/api-keys.js';
import { copied } from '../support/copying.js';
import { altered, objectsOf, storePair, type StorePair } from '../support/log-objects.js';

describe('copying suspensions', () => {
  let pair: StorePair;
  let at: { source: ApiKeyRecords; target: ApiKeyRecords };
  beforeEach(async () => {
    pair = await storePair();
    at = { source: new ApiKeyRecords(pair.source), target: new ApiKeyRecords(pair.target) };
  });
  afterEach(() => pair.dispose());

  type Side = 'source' | 'target';
  const say = async (side: Side, ...states: boolean[]) => {
    for (const state of states) await setSuspended(at[side], 'alice', state);
  };
  const isSuspended = async (side: Side) => (await at[side].readSuspended()).has('alice');
  const copy = async () => {
    const report = await copied({ ...pair, verify: true });
    expect(report.conflicts).to.deep.equal([]);
    expect(report.settled).to.equal(true);
    return report;
  };

  it('brings a suspension, then its lift, then another one', async () => {
    for (const state of [true, false, true, false]) {
      await say('source', state);
      const mark = await at.target.readMark();
      expect((await copy()).copied.suspensions).to.equal(1);
      expect(await isSuspended('target')).to.equal(state);
      expect(await at.target.readMark()).not.to.equal(mark);
    }
  });

  it('is no conflict where both were told the same', async () => {
    await say('source', true);
    await say('target', true);
    expect((await copy()).present).to.equal(1);
    expect(await isSuspended('target')).to.equal(true);
  });

  it('does not lift a suspension of the target that came after', async () => {
    await say('source', true);
    await copy();
    await say('target', false, true);
    await say('source', false);
    await copy();
    expect([await isSuspended('source'), await isSuspended('target')]).to.deep.equal([false, true]);
    await say('target', false);
    await copy();
    expect(await isSuspended('target')).to.equal(false);
  });

  it('resumes nobody for a moment on the way to a newer suspension', async () => {
    await say('source', true);
    await copy();
    await say('source', false, true);
    const seen: boolean[] = [];
    const watched = altered(pair.target, {
      create: async (key, body) => {
        const outcome = await pair.target.create(key, body);
        seen.push(await isSuspended('target'));
        return outcome;
      },
    });
    await copied({ ...pair, target: watched });
    expect(seen.length).to.be.greaterThan(1);
    expect(new Set(seen)).to.deep.equal(new Set([true]));
    expect(await objectsOf(pair.target, 'suspensions/')).to.deep.equal(await objectsOf(pair.source, 'suspensions/'));
  });
});
