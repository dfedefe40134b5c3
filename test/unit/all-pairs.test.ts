import { expect } from 'chai';
import { allPairs, type Row } from '../hostile/support/all-pairs.js';

const FACTORS = { a: 3, b: 2, c: 4, d: 2 };

function pairsOf(row: Row): string[] {
  const entries = Object.entries(row).sort();
  return entries.flatMap(([a, i], at) => entries.slice(at + 1).map(([b, j]) => `${a}${i} ${b}${j}`));
}

describe('all pairs', () => {
  it('has any two levels of any two factors in one row, in few rows', () => {
    const rows = allPairs(FACTORS);
    const pairs = new Set(rows.flatMap(pairsOf));
    expect(pairs.size).to.equal(3 * 2 + 3 * 4 + 3 * 2 + 2 * 4 + 2 * 2 + 4 * 2);
    expect(rows).to.have.length.below(17);
    for (const row of rows) expect(row).to.have.all.keys('a', 'b', 'c', 'd');
  });

  it('has each level of the only factor', () => {
    expect(allPairs({ a: 3 })).to.deep.equal([{ a: 0 }, { a: 1 }, { a: 2 }]);
  });

  it('leaves out what is not legal together, and nothing else', () => {
    const isLegal = ({ a, c }: Row) => !(a === 1 && c === 2);
    const rows = allPairs(FACTORS, isLegal);
    expect(rows.every(isLegal)).to.equal(true);
    expect(new Set(rows.flatMap(pairsOf)).size).to.equal(44 - 1);
  });
});
