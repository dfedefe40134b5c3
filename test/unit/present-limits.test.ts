import { expect } from 'chai';
import type { Actor } from '../../src/domain/api-key.js';
import { presentLimits } from '../../src/http/present/limits.js';

const WINDOW = { limit: 10, remaining: 9, resetInMs: 60_000 };
const PLAN = { name: 'gold', perMinute: 10, perDay: 10, documentsPerMonth: 3, bytesPerDay: undefined };
const ACTOR: Actor = {
  keyId: 'key_1',
  label: 'ci',
  owner: 'alice',
  roles: new Set(['folders:read']),
  expires: '2031-01-31T00:00:00.000Z',
  plan: PLAN,
  hasDefaultPlan: false,
};
const RESETS_ON = '2026-04-01';

function documentsLeft(used: number | undefined) {
  const quota = { limit: 3, used, resetsOn: RESETS_ON };
  const admission = { minute: WINDOW, day: WINDOW, bytes: undefined };
  return presentLimits({ actor: ACTOR, admission, admittedAt: 0, quota, assetBytes: 1 }).documents.month;
}

describe('presentLimits', () => {
  it('has 0 documents left, not less, of a plan that was lowered', () => {
    const month = { limit: 3, used: 5, remaining: 0, resets_at: '2026-04-01T00:00:00.000Z' };
    expect(documentsLeft(5)).to.deep.equal(month);
  });

  it('has null left where nobody knows how many are used', () => {
    expect(documentsLeft(undefined)).to.include({ limit: 3, used: null, remaining: null });
  });

  it('names the key and its owner', () => {
    const quota = { limit: 3, used: 0, resetsOn: RESETS_ON };
    const admission = { minute: WINDOW, day: WINDOW, bytes: undefined };
    const { owner, key } = presentLimits({ actor: ACTOR, admission, admittedAt: 0, quota, assetBytes: 1 });
    expect({ owner, key }).to.deep.equal({
      owner: 'alice',
      key: { id: 'key_1', label: 'ci', roles: ['folders:read'], expires_at: '2031-01-31T00:00:00.000Z' },
    });
  });

  it('counts the end of a window from the admission', () => {
    const admission = { minute: WINDOW, day: WINDOW, bytes: WINDOW };
    const quota = { limit: 3, used: 0, resetsOn: RESETS_ON };
    const { stored_bytes: bytes } = presentLimits({
      actor: ACTOR,
      admission,
      admittedAt: Date.UTC(2026, 2, 14),
      quota,
      assetBytes: 1,
    });
    expect(bytes.day).to.deep.equal({ limit: 10, remaining: 9, resets_at: '2026-03-14T00:01:00.000Z' });
  });
});
