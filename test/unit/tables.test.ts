import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { REFERENCE_FILE, withTables } from '../../scripts/tables/tables.js';

describe('the tables of the reference', () => {
  it('are what `npm run tables` makes', () => {
    const text = readFileSync(REFERENCE_FILE, 'utf8');
    expect(withTables(text)).to.equal(text);
  });
});
