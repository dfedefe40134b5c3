import { expect } from 'chai';
import type { Limits } from '../../src/client/client.js';
import { planAllows } from '../../src/directory/push/plan-allows.js';

const RESETS = '2026-12-01T00:00:00.000Z';

function limits(parts: Partial<Limits> = {}): Limits {
  const window = (remaining: number) => ({ limit: 20, remaining, resets_at: RESETS });
  return {
    owner: 'alice',
    key: { id: 'key_1', label: null, roles: [], expires_at: null },
    plan: 'free',
    plan_is_default: true,
    requests: { minute: window(20), day: window(100) },
    stored_bytes: { day: { limit: null, remaining: null, resets_at: null } },
    max_asset_bytes: 10_485_760,
    documents: { month: { ...window(5), used: 15 } },
    ...parts,
  };
}

describe('what a plan allows', () => {
  it('is told with the name of the plan, and that it is the default one', () => {
    const requests = { requests: 101, newDocuments: 0 };
    const documents = { requests: 6, newDocuments: 6 };
    const slow = { requests: 60, newDocuments: 0 };
    expect(planAllows(limits(), requests).refusal).to.include('and the default plan free has 100 left');
    expect(planAllows(limits(), documents).refusal).to.include('and the default plan free has 5 left');
    expect(planAllows(limits(), slow).warning).to.include('the default plan free allows 20 requests a minute');
  });

  it('is not said to be of the default plan where a plan was set', () => {
    const { warning } = planAllows(limits({ plan_is_default: false }), { requests: 60, newDocuments: 0 });
    expect(warning).to.equal('the plan free allows 20 requests a minute: this takes about 2 min');
  });
});
