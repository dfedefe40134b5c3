import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { recordedDefaults } from '../../scripts/tables/recorded-settings.js';

function namesIn(file: string, pattern: RegExp): Set<string> {
  return new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => String(match[1])));
}

describe('settings', () => {
  it('are each listed in .env.example, and nothing else is', () => {
    expect(namesIn('.env.example', /^# ([A-Z0-9_]+)=/gm)).to.deep.equal(new Set(recordedDefaults().keys()));
  });
});
