import { expect } from 'chai';
import { QuireError } from '../../../src/domain/errors.js';
import { parseSearch, wholePhrase, type Phrase } from '../../../src/domain/words/word-query.js';

const shown = (phrases: readonly Phrase[]) =>
  phrases.map(({ words, isPrefix }) => words.join(' ') + (isPrefix ? '*' : ''));

/** Text, what is required, what is excluded. A star: the last word is a prefix. */
const TEXTS: readonly (readonly [text: string, required: string[], excluded?: string[]])[] = [
  ['big house', ['big', 'house*']],
  ['big house ', ['big', 'house']],
  ['big\u3000house\n', ['big', 'house']],
  ['house!', ['house*']],
  ['house !', ['house']],
  ['big-house node.js ', ['big house', 'node js']],
  ['"big house"', ['big house']],
  ['"big house', ['big house*']],
  ['"big house ', ['big house']],
  ['the"big house"red', ['the', 'big house', 'red*']],
  ['""', []],
  ['"', []],
  ['" " a', ['a*']],
  ['-a', [], ['a']],
  ['b -a', ['b'], ['a']],
  ['-a b', ['b*'], ['a']],
  ['-"a b" c-d', ['c d*'], ['a b']],
  ['-"a b', [], ['a b']],
  ['-node.js', [], ['node js']],
  ['--a ---b - -', ['a', 'b']],
  ['- a', ['a*']],
  ['a -', ['a']],
  ['-語 日本', ['日本 本*'], ['語*']],
  ['語 ', ['語*']],
  ['"日本 東京"', ['日本 本 東京 京*']],
  ['日本Node', ['日本 本 node*']],
  ['日本Node ', ['日本 本 node']],
  ['!! ?', []],
  ['', []],
  ['a AND (b:c^2) [d] \\ ~ *', ['a', 'and', 'b c 2', 'd']],
];

describe('a search with words', () => {
  for (const [text, required, excluded = []] of TEXTS) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const query = parseSearch(text);
      expect(shown(query.required)).to.deep.equal(required);
      expect(shown(query.excluded)).to.deep.equal(excluded);
    });
  }

  it('has all required words in their order as its phrase', () => {
    expect(shown([wholePhrase(parseSearch('日本 -x "a b" c'))])).to.deep.equal(['日本 本 a b c*']);
    expect(shown([wholePhrase(parseSearch('a 語 -x'))])).to.deep.equal(['a 語*']);
  });

  const bounds: readonly (readonly [what: string, most: number, unit: string])[] = [
    ['1,000 characters', 1_000, '\u{1F600}'],
    ['32 words', 32, 'a '],
    ['32 words of a group', 32, 'a.'],
    ['32 words that are excluded', 32, '-a '],
    ['128 Han characters', 128, '語'],
  ];
  for (const [what, most, unit] of bounds) {
    it(`takes ${what}, and refuses more`, () => {
      expect(() => parseSearch(unit.repeat(most))).not.to.throw();
      const { details } = errorOf(() => parseSearch(unit.repeat(most + 1)));
      expect(details['errors']).to.have.nested.property('[0].path', '/text');
    });
  }
});

function errorOf(act: () => unknown): QuireError {
  try {
    act();
  } catch (error) {
    if (error instanceof QuireError && error.code === 'VALIDATION_ERROR') return error;
  }
  throw new Error('no validation error was raised');
}
