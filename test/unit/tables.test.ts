import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { TABLES, withTables } from '../../scripts/tables/tables.js';

describe('the tables of the documents', () => {
  for (const [file, make] of Object.entries(TABLES)) {
    it(`are what \`npm run tables\` makes, in ${file}`, () => {
      const text = readFileSync(file, 'utf8');
      expect(withTables(text, make())).to.equal(text);
    });
  }
});
