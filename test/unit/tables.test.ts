import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { exampleFile, TABLES, withTables } from '../../scripts/tables/tables.js';

describe('the tables of the documents', () => {
  for (const [file, make] of Object.entries(TABLES)) {
    it(`are what \`npm run tables\` makes, in ${file}`, () => {
      const text = readFileSync(file, 'utf8');
      expect(withTables(text, make())).to.equal(text);
    });
  }

  it('are beside `.env.example`, which it makes too', () => {
    const text = readFileSync('.env.example', 'utf8');
    expect(text).to.equal(exampleFile());
    expect(text).to.match(/^# PORT=8080$/m);
  });
});
