import { expect } from 'chai';
import { compareFound, rankOf, type Found } from '../../../src/domain/words/rank.js';
import { parseSearch } from '../../../src/domain/words/word-query.js';
import { wordsOf } from './words-of.js';
import { EXAMPLES } from './examples.js';

describe('what a search with words finds', () => {
  for (const { rule, text, title, blocks = [], rank } of EXAMPLES) {
    const content = [title, ...blocks].join(' | ');
    it(`${rule}: ${text} ${rank === undefined ? 'does not find' : `finds as ${rank}`} ${content}`, () => {
      const document = { title: wordsOf(title), blocks: blocks.map(wordsOf) };
      expect(rankOf(parseSearch(text), document)).to.equal(rank);
    });
  }

  it('is put in the order of ranks, then the newest first, then by identifier', () => {
    const found = (rank: number, updatedAt: string, id: string): Found => ({ rank, updatedAt, id });
    const sorted = [
      found(0, '2026-01-01T00:00:00.000Z', 'c'),
      found(1, '2026-03-01T00:00:00.000Z', 'a'),
      found(1, '2026-02-01T00:00:00.000Z', 'B'),
      found(1, '2026-02-01T00:00:00.000Z', 'a'),
    ];
    expect([...sorted].reverse().sort(compareFound)).to.deep.equal(sorted);
    expect(compareFound(sorted[0]!, { ...sorted[0]! })).to.equal(0);
  });
});
