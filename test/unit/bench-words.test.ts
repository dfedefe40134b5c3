import { expect } from 'chai';
import { documentWords, searchedText } from '../../src/domain/words/searched-text.js';
import { rankOf } from '../../src/domain/words/rank.js';
import { parseSearch } from '../../src/domain/words/word-query.js';
import type { Version } from '../../src/domain/version.js';
import { atOnce } from '../../src/platform/in-turns.js';
import { Corpus, ownerName } from '../bench/corpus/corpus.js';
import type { Query } from '../bench/corpus/queries.js';
import { WORD_KINDS, wordQueries } from '../bench/corpus/word-queries.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';

const SIZE = 1_000;
const QUERIES = 5;

describe('bench: searches by words', () => {
  const corpus = new Corpus(SIZE, 5, { isVaried: true, largeShare: 0.9 });
  const documents = Array.from(corpus.versions())
    .filter(({ document: { owner } }) => owner === ownerName(0))
    .map((version) => ({ tags: version.metadata?.['tags'] as string[], words: wordsOf(version) }));

  /** How many documents of the large owner it finds. */
  function found({ text = '', tag }: Query): number {
    const query = parseSearch(text);
    return documents.filter(
      ({ tags, words }) => (tag === undefined || tags.includes(tag)) && rankOf(query, words) !== undefined,
    ).length;
  }

  it('have a text of its own in each document of a varied corpus', () => {
    const textsOf = (of: Corpus) => new Set(Array.from(of.versions(), ({ blocks }) => JSON.stringify(blocks))).size;
    expect(textsOf(corpus)).to.equal(SIZE);
    expect(textsOf(new Corpus(SIZE, 5))).to.equal(16);
  });

  for (const kind of WORD_KINDS) {
    it(`find something and differ: ${kind}`, () => {
      const queries = wordQueries(kind, corpus, { most: QUERIES, random: new SeededRandom(5) });
      expect(new Set(queries.map((query) => JSON.stringify(query))).size).to.equal(QUERIES);
      for (const query of queries) expect(found(query), JSON.stringify(query)).to.be.above(query.offset);
    });
  }

  it('find few documents by a rare word, and half of them by a frequent one', () => {
    const countsOf = (kind: 'rare word' | 'frequent word') =>
      wordQueries(kind, corpus, { most: QUERIES, random: new SeededRandom(5) }).map(found);
    expect(Math.max(...countsOf('rare word'))).to.be.below(0.05 * SIZE);
    expect(Math.min(...countsOf('frequent word'))).to.be.above(0.5 * SIZE);
  });
});

function wordsOf(version: Version) {
  return atOnce(
    (function* () {
      return yield* documentWords(yield* searchedText(version));
    })(),
  );
}
