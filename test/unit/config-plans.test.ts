import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { faultsOf } from './config-helpers.js';

describe('configuration: plans', () => {
  it('are free, pro and unmetered', () => {
    const { plans } = readConfig({});
    expect(plans.get('free')).to.deep.include({
      perMinute: 20,
      perDay: 1_000,
      documentsPerMonth: 1_000,
      bytesPerDay: 100_000_000,
    });
    expect(plans.get('pro')).to.deep.include({
      perMinute: 300,
      perDay: 50_000,
      documentsPerMonth: 50_000,
      bytesPerDay: 5_000_000_000,
    });
    expect(plans.get('unmetered')).to.deep.include({
      perMinute: 1_000_000,
      perDay: 1_000_000,
      documentsPerMonth: 1_000_000,
      bytesPerDay: undefined,
    });
  });

  it('can be added and replaced', () => {
    const team = { per_minute: 1, per_day: 2, documents_per_month: 0 };
    const { plans, defaultPlan } = readConfig({ PLANS: JSON.stringify({ team, free: team }), DEFAULT_PLAN: 'team' });
    expect(plans.get('team')).to.deep.equal({
      name: 'team',
      perMinute: 1,
      perDay: 2,
      documentsPerMonth: 0,
      bytesPerDay: undefined,
    });
    expect(plans.get('free')?.perMinute).to.equal(1);
    expect([...plans.keys()]).to.have.members(['free', 'pro', 'unmetered', 'team']);
    expect(defaultPlan.name).to.equal('team');
  });

  it('limit the bytes of a day only where they say so', () => {
    const withBytes = (bytes: unknown) => ({
      team: { per_minute: 1, per_day: 2, documents_per_month: 0, bytes_per_day: bytes },
    });
    const limitOf = (bytes: unknown) =>
      readConfig({ PLANS: JSON.stringify(withBytes(bytes)) }).plans.get('team')?.bytesPerDay;
    expect([0, 5_000_000_000, null].map(limitOf)).to.deep.equal([0, 5_000_000_000, undefined]);
    for (const bytes of [-1, 1.5, '100', true, {}, 1e300]) {
      expect(faultsOf({ PLANS: JSON.stringify(withBytes(bytes)) }), String(bytes)).to.deep.equal([
        'PLANS: the plan "team" needs a whole number in bytes_per_day',
      ]);
    }
  });

  it('are faults where they are no such object, each with what it lacks', () => {
    for (const text of ['x', '[]', '5', 'null', '{']) {
      expect(faultsOf({ PLANS: text })).to.deep.equal(['PLANS must be a JSON object of plans by name']);
    }
    expect(faultsOf({ PLANS: '{"a":{"per_minute":1.5,"per_day":-1},"b":5}' })).to.deep.equal([
      'PLANS: the plan "a" needs a whole number in per_minute, per_day, documents_per_month',
      'PLANS: the plan "b" needs a whole number in per_minute, per_day, documents_per_month',
    ]);
    expect(faultsOf({ DEFAULT_PLAN: 'gold' })).to.deep.equal([
      'DEFAULT_PLAN: there is no plan "gold", only free, pro, unmetered',
    ]);
  });
});
