import { expect } from 'chai';
import type { NewBlock } from '../../src/domain/document.js';
import { Effort } from '../../src/domain/diff/effort.js';
import { WordAllowance } from '../../src/domain/diff/word-spans.js';
import type { VersionDiff } from '../http/making.js';
import { applyDiff } from '../acceptance/apply-diff.js';
import { block, diffOf, randomPair, versionOf } from '../support/diffed-versions.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';

type Blocks = readonly (NewBlock | string)[];

function changesBetween(from: Blocks, to: Blocks): VersionDiff['blocks'] {
  return diffOf(versionOf({ blocks: from }), versionOf({ blocks: to }, 2)).blocks;
}

const FOX = 'the quick brown fox jumps over the lazy dog';
const CAT = 'a cat, a mat and a hat are all that there is to tell';

describe('the differences between two versions', () => {
  it('are none between equal ones, whatever the identifiers and the order of JSON members', () => {
    const metadata = [
      { a: 1, b: [{ c: null, d: -0 }] },
      { b: [{ d: 0, c: null }], a: 1 },
    ] as const;
    const from = versionOf({ blocks: ['a', block('b', 'code', metadata[0])], metadata: metadata[0] }, 1);
    const to = versionOf({ blocks: ['a', block('b', 'code', metadata[1])], metadata: metadata[1] }, 2);
    const diff = diffOf(from, to);
    expect(diff.fields).to.deep.equal({});
    expect(diff.blocks).to.deep.equal([{ change: 'kept', from: 0, to: 0, count: 2 }]);
    expect(diffOf(versionOf({ blocks: [] }), versionOf({ blocks: [] })).blocks).to.deep.equal([]);
  });

  it('keep a longest common subsequence, in runs, and move what is equal outside of it', () => {
    expect(changesBetween(['a', 'b', 'c', 'd', 'e'], ['a', 'd', 'b', 'c', 'e'])).to.deep.equal([
      { change: 'kept', from: 0, to: 0, count: 1 },
      { change: 'moved', from: 3, to: 1 },
      { change: 'kept', from: 1, to: 2, count: 2 },
      { change: 'kept', from: 4, to: 4, count: 1 },
    ]);
  });

  it('pair equal repeated blocks, the first with the first', () => {
    expect(changesBetween(['x', 'a', 'x', 'b', 'x'], ['x', 'x', 'b', 'a', 'x', 'x'])).to.deep.equal([
      { change: 'kept', from: 0, to: 0, count: 1 },
      { change: 'kept', from: 2, to: 1, count: 2 },
      { change: 'moved', from: 1, to: 3 },
      { change: 'added', to: 4, block: block('x') },
      { change: 'kept', from: 4, to: 5, count: 1 },
    ]);
  });

  it('pair the first of equal blocks that moved with the first', () => {
    const changes = changesBetween(['x', 'x', 'a', 'b', 'c'], ['a', 'b', 'c', 'x', 'x']);
    expect(changes).to.deep.equal([
      { change: 'kept', from: 2, to: 0, count: 3 },
      { change: 'moved', from: 0, to: 3 },
      { change: 'moved', from: 1, to: 4 },
    ]);
  });

  it('have removed blocks where they stood, and pair what is alike in one gap, in order', () => {
    expect(changesBetween(['a', 'gone', FOX, 'z'], ['a', CAT, FOX.replace('quick', 'slow'), 'z'])).to.deep.equal([
      { change: 'kept', from: 0, to: 0, count: 1 },
      { change: 'removed', from: 1, block: block('gone') },
      { change: 'added', to: 1, block: block(CAT) },
      {
        change: 'changed',
        from: 2,
        to: 2,
        content: {
          spans: [
            { op: 'equal', text: 'the ' },
            { op: 'delete', text: 'quick' },
            { op: 'insert', text: 'slow' },
            { op: 'equal', text: ' brown fox jumps over the lazy dog' },
          ],
        },
      },
      { change: 'kept', from: 3, to: 3, count: 1 },
    ]);
  });

  it('choose the pairs that have most in common together', () => {
    const changes = changesBetween(
      [FOX, CAT],
      [`${FOX}, it is said`, `${CAT} you`, `${CAT} you, and more than you ask`],
    );
    expect(changes.map(({ change }) => change)).to.deep.equal(['changed', 'changed', 'added']);
    const chapters = changesBetween(
      ['chapter one of the book', 'chapter two of the book, by others'],
      ['chapter two of the book, by another'],
    );
    expect(chapters.map(({ change }) => change)).to.deep.equal(['removed', 'changed']);
  });

  it('pair no blocks that have little in common, nor blocks of another type and content', () => {
    const long = (word: string) => `${FOX.repeat(20)} ${word} ${FOX.repeat(20)}`;
    const pairs: [NewBlock, NewBlock][] = [
      [block(FOX), block(CAT)],
      [block(FOX, 'quote'), block(FOX.replace('fox', 'hare'), 'code')],
      [block(long('red'), 'quote'), block(long('blue'), 'code')],
      [block('', 'divider'), block('')],
    ];
    for (const [from, to] of pairs) {
      expect(changesBetween([from], [to]).map(({ change }) => change)).to.deep.equal(['removed', 'added']);
    }
  });

  it('tell a changed type or metadata of the same content', () => {
    expect(changesBetween([block(FOX), block('', 'divider')], [block(FOX, 'quote', { by: 'x' })])).to.deep.equal([
      {
        change: 'changed',
        from: 0,
        to: 0,
        type: { from: 'paragraph', to: 'quote' },
        metadata: { from: null, to: { by: 'x' } },
      },
      { change: 'removed', from: 1, block: block('', 'divider') },
    ]);
    expect(
      changesBetween([block('Why', 'heading', { level: 1 })], [block('Why', 'heading', { level: 2 })]),
    ).to.deep.equal([{ change: 'changed', from: 0, to: 0, metadata: { from: { level: 1 }, to: { level: 2 } } }]);
  });

  it('replace words together, in any script, and tear no word or character apart', () => {
    const spansBetween = (from: string, to: string) =>
      (
        diffOf(versionOf({ blocks: [], title: from }), versionOf({ blocks: [], title: to })).fields.title?.spans ?? []
      ).map(({ op, text }) => `${{ equal: '', insert: '+', delete: '-' }[op]}${text}`);
    expect(spansBetween('one two three four', 'one 2 3 four')).to.deep.equal(['one ', '-two three', '+2 3', ' four']);
    expect(spansBetween('one two three four five', '1 two 3 four 5').join('|')).to.equal(
      '-one|+1| two |-three|+3| four |-five|+5',
    );
    expect(spansBetween('Привет, мир', 'Привет, мэр')).to.deep.equal(['Привет, ', '-мир', '+мэр']);
    expect(spansBetween('漢字の本棚', '漢字の本箱')).to.deep.equal(['漢字の本', '-棚', '+箱']);
    expect(spansBetween('a 😀', 'a 😁')).to.deep.equal(['a ', '-😀', '+😁']);
    expect(spansBetween('f(x);', 'f(x, y);')).to.deep.equal(['f(x', '+, y', ');']);
    expect(spansBetween('foobar', 'foobaz')).to.deep.equal(['-foobar', '+foobaz']);
    expect(spansBetween('a b', 'a  b')).to.deep.equal(['a ', '+ ', 'b']);
    expect(spansBetween('สวัสดีครับผม', 'สวัสดีค่ะผม')).to.deep.equal(['สวัสดี', '-ครับ', '+ค่ะ', 'ผม']);
  });

  it('cut a text only between characters as people see them', () => {
    const seen = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const split = (text: string) => [...seen.segment(text)].map(({ segment }) => segment);
    for (const [from, to] of [
      ['👍🏽', '👍🏿'],
      ['🇩🇪🇫🇷', '🇩🇰🇫🇷'],
      ['👨‍👩‍👧!', '👨‍👩‍👦!'],
      ['❤️ #️⃣ 1️⃣', '❤ #⃣ 2️⃣'],
      ['각 각', '간 간'],
      ['e\u0301,\u0301', 'e\u0300,\u0300'],
      ['か\u3099葛\u{E0100}ｶﾞ', 'か\u309a葛\u{E0101}ｶﾟ'],
      [
        '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
        '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
      ],
      ['กำ'.repeat(300), `ก${'กำ'.repeat(300)}`],
      ['ก'.repeat(499) + 'กำก่', 'ก'.repeat(499) + 'ก่กำ'],
    ] as const) {
      const { spans } = diffOf(versionOf({ blocks: [], title: from }), versionOf({ blocks: [], title: to })).fields
        .title!;
      for (const [side, text] of [
        ['insert', from],
        ['delete', to],
      ] as const) {
        const kept = spans.filter(({ op }) => op !== side).map((span) => span.text);
        expect(kept.flatMap(split)).to.deep.equal(split(text));
      }
    }
  });

  const bounds: [string, () => { effort?: Effort; allowance?: WordAllowance }][] = [
    ['', () => ({})],
    [', with hardly any steps', () => ({ effort: new Effort(20), allowance: new WordAllowance({ steps: 20 }) })],
    [', with hardly any words', () => ({ allowance: new WordAllowance({ tokens: 20 }) })],
  ];
  for (const [name, make] of bounds) {
    it(`make exactly the later version of the earlier one${name}: 1,000 random pairs`, () => {
      for (let seed = 1; seed <= 1_000; seed++) {
        const { from, to } = randomPair(new SeededRandom(seed));
        const shownAs = ({ title, contentType, metadata, blocks }: typeof from) => ({
          title,
          content_type: contentType,
          metadata,
          blocks: blocks.map(({ type, content, metadata: own }) => ({ type, content, metadata: own })),
        });
        const shown = { ...shownAs(from), blocks: [...from.blocks] };
        expect(applyDiff(diffOf(from, to, make()), shown), `seed ${seed}`).to.deep.equal(shownAs(to));
      }
    });
  }
});
