import { expect } from 'chai';
import { rankOf } from '../../../src/domain/words/rank.js';
import { snippetsOf } from '../../../src/domain/words/snippets.js';
import { parseSearch } from '../../../src/domain/words/word-query.js';
import { foldWords, wordsIn } from '../../../src/domain/words/words.js';
import { wordsOf } from './words-of.js';
import { atOnce } from '../../../src/platform/in-turns.js';
import { rounds } from '../../support/rounds.js';
import { SeededRandom } from '../../support/oracle/seeded-random.js';

const SPACED = ['aeéÉöoßsSİıL', 'αάσΣςοΌ', 'еёЁийЙж', 'ابتَةل', 'אבגָש', 'कखि़्त', '0123٤२'];
const UNSPACED = ['日本語東京𠮷', 'あいがカーﾊﾞ', '대한민국ㄱ', 'กขำัา้', 'ກຂາວ', 'កខ្មែ', 'မြန်ာ'];
const BETWEEN = [' ', '  ', '\n', ', ', '-', '. ', ' 👩‍👩‍👧 ', '/', '\u200f', '。', ' \u{1F1E9}\u{1F1EA} '];

const few = (random: SeededRandom, most: number) => 1 + random.below(most);
const run = (random: SeededRandom, letters: string) =>
  Array.from({ length: few(random, 5) }, () => random.pick([...letters])).join('');

/** Words of a few letters, so that they often meet; some runs mix scripts. There is one at least. */
function textOf(random: SeededRandom, words: number): string {
  let text = '';
  for (let word = 0; word < words; word++) {
    text += run(random, random.pick(random.chance(0.5) ? SPACED : UNSPACED));
    if (random.chance(0.1)) text += run(random, random.pick([...SPACED, ...UNSPACED]));
    text += random.pick(BETWEEN);
  }
  return `${random.chance(0.3) ? text.normalize('NFD') : text}end`;
}

/** As other people write it: with other capitals, decomposed. */
function otherwise(random: SeededRandom, text: string): string {
  return random.pick([text, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD'), text.normalize('NFC')]);
}

/** A part of a text that begins at a word and ends at the end of one. */
function partOf(random: SeededRandom, text: string): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*[^\p{L}\p{M}\p{N}]*/gu) ?? [];
  const from = random.below(words.length);
  return words
    .slice(from, from + few(random, 4))
    .join('')
    .replaceAll('"', ' ')
    .trim();
}

describe('words of random texts in 14 scripts', () => {
  const check = (what: string, act: (random: SeededRandom) => void) =>
    it(what, () => {
      for (let seed = 1; seed <= rounds(2_000, 50_000); seed++) {
        try {
          act(new SeededRandom(seed));
        } catch (error) {
          throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
        }
      }
    }).timeout(120_000);

  check('are the same however the text is written, and folded again', (random) => {
    const text = textOf(random, 6);
    expect(wordsOf(otherwise(random, text))).to.deep.equal(wordsOf(text));
    expect(wordsOf(foldWords(text))).to.deep.equal(wordsOf(text));
    expect(foldWords(foldWords(text))).to.equal(foldWords(text));
  });

  check('are the same with their places and without, in long texts too', (random) => {
    const text = textOf(random, 6);
    const long = `${text} `.repeat(random.below(20) === 0 ? Math.ceil(70_000 / (text.length + 1)) : 1);
    expect(wordsOf(long)).to.deep.equal(Array.from(wordsIn(long), ({ word }) => word));
  });

  check('find the document that has them, as words and as a phrase, unless they are excluded', (random) => {
    const blocks = Array.from({ length: few(random, 3) }, () => textOf(random, few(random, 8)));
    const document = { title: wordsOf(textOf(random, 2)), blocks: blocks.map(wordsOf) };
    const part = otherwise(random, partOf(random, random.pick(blocks)));
    expect(rankOf(parseSearch(part), document), part).to.be.within(0, 5);
    expect(rankOf(parseSearch(`"${part}"`), document), part).to.be.within(0, 4);
    expect(rankOf(parseSearch(`"${part}" -"${part}"`), document), part).to.equal(undefined);
    expect(rankOf(parseSearch(`${part} ausente`), document), part).to.equal(undefined);
  });

  check('find a part of a run of a script without blanks', (random) => {
    const letters = [...random.pick(UNSPACED).replace(/\p{M}/gu, '')];
    const whole = Array.from({ length: 2 + random.below(8) }, () => random.pick(letters))
      .join('')
      .normalize('NFC');
    const characters = [...whole];
    const from = random.below(characters.length);
    const part = characters.slice(from, from + few(random, 4)).join('');
    expect(rankOf(parseSearch(part), { title: wordsOf(`a${whole} b`), blocks: [] }), part).to.be.within(1, 2);
    const isThere = whole.includes(`${part}${part}`);
    expect(rankOf(parseSearch(part + part), { title: wordsOf(whole), blocks: [] }) !== undefined).to.equal(isThere);
  });

  check('are marked in snippets that are parts of the text', (random) => {
    const blocks = Array.from({ length: 3 }, (_, at) => ({ id: `b${at}`, text: textOf(random, few(random, 80)) }));
    const title = textOf(random, 3);
    const query = parseSearch(
      `${partOf(random, random.pick(blocks).text)} ${random.pick([...UNSPACED, ...SPACED])[0]}`,
    );
    const snippets = atOnce(snippetsOf(query, { title, blocks }, few(random, 3)));
    expect(snippets).not.to.have.length(0);
    for (const { blockId, segments } of snippets) {
      const joined = segments.map(({ text }) => text).join('');
      expect(joined.length).to.be.within(1, 240);
      expect(joined.isWellFormed()).to.equal(true);
      expect(blocks.find(({ id }) => id === blockId)?.text ?? title).to.include(joined);
      expect(segments.some(({ match }) => match)).to.equal(true);
      expect(segments.every(({ text, match }, at) => text !== '' && match !== segments[at + 1]?.match)).to.equal(true);
    }
  });
});
