import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { EXAMPLES } from './examples.js';

/** Cells of a table in Markdown. */
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

describe('docs/SEARCH.md', () => {
  it('has the examples that are tested', () => {
    const page = readFileSync('docs/SEARCH.md', 'utf8');
    const [, , ...rows] = page.split('\n').filter((line) => line.startsWith('|'));
    const right = EXAMPLES.map(({ rule, text, title, blocks = [], rank }) => {
      const found = rank === undefined ? 'not found' : String(rank + 1);
      return [rule, `\`${text}\``, title, blocks.join(' ¶ '), found].map((cell) => cell.trim());
    });
    expect(rows.map(cellsOf)).to.deep.equal(right);
  });
});
