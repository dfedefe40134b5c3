import { expect } from 'chai';
import {
  parseDuration,
  parseExpiry,
  parseLabel,
  parseRoles,
  parseShare,
  parseWorkers,
} from '../../src/cli/process/parse-options.js';

describe('options of the command line', () => {
  it('name roles, separated by commas, each once, or none', () => {
    expect(parseRoles('documents:read, folders:write,documents:read')).to.deep.equal([
      'documents:read',
      'folders:write',
    ]);
    expect(parseRoles('none')).to.deep.equal([]);
    for (const text of ['', 'admin', 'documents:read,', 'none,documents:read', 'Documents:read']) {
      expect(() => parseRoles(text), text).to.throw(/there is no role .*; roles are documents:read, .*, or none\.$/);
    }
  });

  it('name dates that are to come', () => {
    expect(parseExpiry('2131-01-31')).to.equal('2131-01-31T00:00:00.000Z');
    expect(parseExpiry('2131-01-31T10:00:00+02:00')).to.equal('2131-01-31T08:00:00.000Z');
    for (const text of ['', 'soon', '2131', '31.01.2131', '2131-13-01', '2131-01-31T99:00']) {
      expect(() => parseExpiry(text), text).to.throw(/it must be a date/);
    }
    expect(() => parseExpiry('2020-01-01')).to.throw(/it must be in the future/);
  });

  it('name labels of at most 200 characters', () => {
    for (const text of ['', 'ci', 'x'.repeat(200)]) expect(parseLabel(text)).to.equal(text);
    expect(() => parseLabel('x'.repeat(201))).to.throw(/at most 200 characters/);
  });

  it('name shares', () => {
    expect(['0%', '5%', '0.5%', '12.25%', '100%'].map(parseShare)).to.deep.equal([0, 0.05, 0.005, 0.1225, 1]);
    for (const text of ['', '5', '%', '-1%', '101%', '5 %', '.5%', '0.0001%']) {
      expect(() => parseShare(text), text).to.throw(/share from 0% to 100%/);
    }
  });

  it('name numbers of processes', () => {
    expect(['1', '2', '64'].map(parseWorkers)).to.deep.equal([1, 2, 64]);
    for (const text of ['', '0', '-1', '1.5', 'abc', '65', '100', '1e1', ' 2']) {
      expect(() => parseWorkers(text), text).to.throw(/whole number from 1 to 64/);
    }
  });

  it('name lengths of time', () => {
    expect(['0s', '90s', '30m', '24h', '7d'].map(parseDuration)).to.deep.equal([
      0, 90_000, 1_800_000, 86_400_000, 604_800_000,
    ]);
    for (const text of ['', '5', 's', '1.5h', '-1s', '1y', '1 h', '9999999s'])
      expect(() => parseDuration(text), text).to.throw(/length of time/);
  });
});
