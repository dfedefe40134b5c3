import { expect } from 'chai';
import { SNIPPET_LENGTH, snippetsOf, type Segment, type Snippet } from '../../../src/domain/words/snippets.js';
import { parseSearch } from '../../../src/domain/words/word-query.js';
import { atOnce } from '../../../src/platform/in-turns.js';

function snippets(text: string, title: string, texts: readonly string[], count = 3): Snippet[] {
  const blocks = texts.map((each, at) => ({ id: `b${at}`, text: each }));
  return atOnce(snippetsOf(parseSearch(text), { title, blocks }, count));
}

/** Matches in brackets. */
const shown = (segments: readonly Segment[]) =>
  segments.map(({ text, match }) => (match ? `[${text}]` : text)).join('');

/** Of the only block. */
const marked = (text: string, block: string) => shown(snippets(text, '', [block])[0]?.segments ?? []);
const plain = (text: string, block: string) => marked(text, block).replace(/[[\]]/g, '');

describe('snippets', () => {
  const MARKED: readonly (readonly [what: string, text: string, block: string, marked: string])[] = [
    [
      'text as it is written',
      'resume strasse',
      'Ein Résumé der STRASSE: Straße',
      'Ein [Résumé] der [STRASSE]: [Straße]',
    ],
    ['decomposed letters', 'resume', 'Re\u0301sume\u0301!', '[Re\u0301sume\u0301]!'],
    ['a prefix as its whole word', 'hou', 'Houses', '[Houses]'],
    ['a phrase with what stands between', '"big house"', 'The big, house', 'The [big, house]'],
    ['a phrase only where it is one', '"big house" red', 'house big red big house', 'house big [red] [big house]'],
    ['a phrase whole where a word of it is looked for, too', '"a b c" b ', 'x a b c', 'x [a b c]'],
    ['Han', '本語', '日本語、本 語', '日[本語]、本 語'],
    ['one character', '本', '日本語、本', '日[本]語、[本]'],
    ['a character with its marks', 'กา ล', 'ลักาก่า', '[ลักา]ก่า'],
    ['mixed scripts', 'Node日', '«Node日本»', '«[Node日]本»'],
    ['neighbours as one', '日本 本語', '日本語', '[日本語]'],
    ['no markup of its own', 'b', '<b>&amp;</b>', '<[b]>&amp;</[b]>'],
  ];
  for (const [what, text, block, expected] of MARKED) {
    it(`mark ${what}`, () => expect(marked(text, block)).to.equal(expected));
  }

  it('are of the blocks with the phrase, then of those with most words, then in order, and of the title at last', () => {
    const blocks = ['big', 'house and big', 'nothing', 'a house', 'big house'];
    const ids = (title: string, count: number) =>
      snippets('big house ', title, blocks, count).map(({ blockId }) => blockId);
    expect(ids('big', 9)).to.deep.equal(['b4', 'b1', 'b0', 'b3', null]);
    expect(ids('house, big', 3)).to.deep.equal(['b4', 'b1', null]);
    expect(ids('Big house', 2)).to.deep.equal(['b4', null]);
    expect(ids('big', 1)).to.deep.equal(['b4']);
    expect(ids('big', 0)).to.deep.equal([]);
  });

  it('begin near the phrase, or where most of the words are', () => {
    const far = ' and so on'.repeat(40);
    expect(plain('big house ', `house, big${far}${far} big house${far}`)).to.include('big house');
    expect(plain('a b c ', `a${far} b a${far} c a b${far} a`)).to.include('c a b');
    expect(plain('a b ', `b${far}${far} a`)).to.match(/^b and/);
  });

  it('are cut between words', () => {
    const found = plain('needle', `${'hay stacks '.repeat(100)}needle ${'hay stacks '.repeat(100)}`);
    expect(found).to.match(/^(hay|stacks) .* needle .* (hay|stacks)$/);
    expect(found.length).to.be.within(SNIPPET_LENGTH - 20, SNIPPET_LENGTH);
  });

  it('are cut within a word where no blank is near', () => {
    expect(plain('a', `a ${'x'.repeat(500)}`)).to.have.length(SNIPPET_LENGTH);
  });

  it('are cut between characters as people see them where no blank is near', () => {
    for (const unit of ['👩‍👩‍👧‍👦', '🇩🇪', 'กำ', 'x\u0301\u0301', '\u{20BB7}']) {
      const found = plain('語', `${unit.repeat(500)}語${unit.repeat(500)}`);
      const [before = '', after = ''] = found.split('語');
      for (const side of [before, after]) expect(side).to.equal(unit.repeat(side.length / unit.length));
      expect(found.length).to.be.within(SNIPPET_LENGTH - 40, SNIPPET_LENGTH);
    }
  });

  it('show the match even where one character or word is longer than they are', () => {
    const unit = '\u{1E8D0}';
    for (const text of [`xa${unit.repeat(400)}`, 'x'.repeat(2_000), `${unit.repeat(400)}x${unit.repeat(400)}`]) {
      const found = plain('x', text);
      expect(found).to.include('x');
      expect(found.isWellFormed()).to.equal(true);
      expect(found.length).to.be.at.most(SNIPPET_LENGTH);
    }
  });

  it('begin with a match that is within one character as people see it', () => {
    expect(plain('7', '\u0600'.repeat(100) + '7')).to.equal('7');
  });

  it('are none where nothing is found', () => {
    expect(snippets('house', 'A', ['big'])).to.deep.equal([]);
  });

  it('read no further than the blocks that decide', () => {
    const blocks = [{ id: 'b0', text: 'house' }];
    const unread = {
      id: 'b1',
      get text(): string {
        throw new Error('was read');
      },
    };
    const steps = snippetsOf(parseSearch('house'), { title: '', blocks: [...blocks, unread] }, 1);
    expect(steps.next().value).to.have.length(1);
  });

  it('are made in steps, of one long block and of many short ones, and no further than the phrase', () => {
    const countOf = (text: string, texts: readonly string[]) => {
      const blocks = texts.map((each, at) => ({ id: `b${at}`, text: each }));
      const steps = snippetsOf(parseSearch(text), { title: '', blocks }, 1);
      let count = 0;
      while (steps.next().done !== true) count++;
      return count;
    };
    expect(countOf('b', ['a '.repeat(5_000)])).to.be.within(10, 12);
    expect(countOf('b', Array<string>(100).fill('a'))).to.be.within(100, 102);
    expect(countOf('a', ['a '.repeat(5_000)])).to.equal(0);
  });
});
