import { expect } from 'chai';
import { foldWords, WORD_LENGTH, wordsIn } from '../../../src/domain/words/words.js';
import { wordsOf } from './words-of.js';

/** Without ideographs, which are all alike. */
const ASSIGNED = /^[^\p{Cn}\p{Cs}\p{Co}\p{Unified_Ideograph}]$/u;
/** A mark that a fold makes a letter. Alone it is no word. */
const IOTA_BELOW = '\u0345';

/** Each with its words, one blank between two. */
const TEXTS: readonly (readonly [what: string, text: string, words: string])[] = [
  ['Latin', 'Le Résumé naïf, déjà!', 'le resume naif deja'],
  ['decomposed Latin', 'Re\u0301sume\u0301', 'resume'],
  ['Vietnamese', 'Tiếng Việt', 'tieng viet'],
  ['letters that only look marked', 'Øre Łódź', 'øre łodz'],
  ['Turkish', 'İstanbul Isı', 'istanbul isi'],
  ['German', 'Straße STRASSE STRAẞE', 'strasse strasse strasse'],
  ['Greek and its final sigma', 'Ὀδυσσεύς ΟΔΥΣΣΕΥΣ', 'οδυσσευσ οδυσσευσ'],
  ['Cyrillic', 'Ёлка и Йод', 'елка и иод'],
  ['an apostrophe that is a letter', 'обʼєкт', 'обʼєкт'],
  ['Arabic', 'اَلْعَرَبِيَّةُ لغة', 'اَلْعَرَبِيَّةُ لغة'],
  ['Hebrew', 'שָׁלוֹם עולם', 'שָׁלוֹם עולם'.normalize('NFC')],
  ['Devanagari', 'हिन्दी में।', 'हिन्दी में'],
  ['Han', '日本語', '日本 本語 語'],
  ['one Han character', '語', '語'],
  ['Han, parted', '日本、東京', '日本 本 東京 京'],
  ['Han beyond U+FFFF', '𠮷野家', '𠮷野 野家 家'],
  ['Kana', 'サーバー', 'サー ーバ バー ー'],
  ['decomposed Kana', 'か\u3099く', 'がく く'],
  ['Hangul', '대한민국', '대한 한민 민국 국'],
  ['decomposed Hangul', '대한'.normalize('NFD'), '대한 한'],
  ['Thai', 'กำลัง', 'กำ ำล ลั ัง ง'],
  ['Lao', 'ລາວ', 'ລາ າວ ວ'],
  ['Khmer', 'ខ្មែរ', 'ខ្ ្ម មែ ែរ រ'],
  ['Myanmar', 'မြန်', 'မြ ြန န် ်'],
  ['mixed scripts', 'Node日本', 'node 日本 本'],
  ['digits and Han', '2026年12月', '2026 年 12 月'],
  ['digits', '3.14 ٤٢ v2', '3 14 ٤٢ v2'],
  ['full-width forms, which a title keeps too', 'ＡＢ１', 'ａｂ１'],
  ['right-to-left marks', 'abc\u200f \u202bשלום\u202c', 'abc שלום'],
  ['emoji', 'ok 👩‍👩‍👧 🇩🇪 ❤\ufe0f done', 'ok done'],
  ['marks without a letter', '\u0301 \u20e3 =\u0338', ''],
  ['joiners, which separate', 'می\u200cخواهم', 'می خواهم'],
  ['lone surrogates, which separate', 'a\ud83db\udc00', 'a b'],
  ['written groups', "big-house node.js don't a_b", 'big house node js don t a b'],
  ['nothing', ' \n!?', ''],
];

describe('words of a text', () => {
  for (const [what, text, words] of TEXTS) {
    it(`has ${what}`, () => expect(wordsOf(text).join(' ')).to.equal(words));
  }

  it('are cut after 16 units, never within a character, and say where they go on', () => {
    expect(wordsOf('Internationalization')).to.deep.equal(['internationaliza·', '·tion']);
    expect(wordsOf('internationaliza')).to.deep.equal(['internationaliza']);
    const letters = `a${'\u{10400}'.repeat(WORD_LENGTH)}`;
    const [first, ...others] = [`a${'\u{10428}'.repeat(7)}`, '\u{10428}'.repeat(8), '\u{10428}'];
    expect(wordsOf(letters)).to.deep.equal([`${first}·`, `·${others[0]}·`, `·${others[1]}`]);
    // Of any length.
    const words = new Set(wordsOf('é'.repeat(8_000_000)));
    expect(words).to.deep.equal(new Set(['e·', '·e·', '·e'].map((word) => word.replace('e', 'e'.repeat(16)))));
  });

  it('are pairs for the whole of a long run', () => {
    expect(wordsOf('天地'.repeat(5_000)))
      .to.have.length(10_000)
      .and.to.include('地天');
  });

  it('have at most 30 marks on a letter, and more separate', () => {
    const marks = '\u0301\u0316'.repeat(15);
    expect(wordsOf(`a${marks}b`)).to.deep.equal(['ab']);
    expect(wordsOf(`a${marks}\u0301b`)).to.deep.equal(['a', 'b']);
  });

  it('say where each is written, though folding changes lengths', () => {
    const text = 'ẞ \u{1F600} Re\u0301s か\u3099x';
    const places = [...wordsIn(text)].map(({ word, start, end }) => [word, text.slice(start, end)]);
    expect(places).to.deep.equal([
      ['ss', 'ẞ'],
      ['res', 'Re\u0301s'],
      ['が', 'か\u3099'],
      ['x', 'x'],
    ]);
  });

  it('are the same decomposed, in capitals and folded, for every code point', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (!ASSIGNED.test(character) || character === IOTA_BELOW) continue;
      for (const text of [character, `a${character}b`, `語${character}`, `क${character}क`]) {
        const words = wordsOf(text).join(' ');
        const others = [text.normalize('NFD'), text.toUpperCase(), foldWords(text)];
        const isSame = others.every((other) => wordsOf(other).join(' ') === words);
        if (!isSame) throw new Error(`not the same: U+${code.toString(16)} in ${text}`);
        if (/[^\p{L}\p{M}\p{N} ]/u.test(words)) throw new Error(`separates: U+${code.toString(16)} in ${words}`);
      }
    }
  }).timeout(60_000);
});

describe('foldWords', () => {
  it('is idempotent for every code point, alone and between letters', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (!ASSIGNED.test(character)) continue;
      for (const folded of [foldWords(character), foldWords(`a${character}b`)]) {
        if (foldWords(folded) !== folded) throw new Error(`not idempotent: U+${code.toString(16)}`);
      }
    }
  }).timeout(60_000);

  it('leaves marks of other scripts', () => {
    for (const text of ['שָׁ', 'हि', 'กำ', 'が'].map((each) => each.normalize('NFC'))) {
      expect(foldWords(text)).to.equal(text);
    }
  });
});
