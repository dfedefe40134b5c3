import type { SeededRandom } from './seeded-random.js';

/** Letters of 14 scripts: with blanks between words, and without. */
const SPACED = ['aeéÉöoßsSİıL', 'αάσΣςοΌ', 'еёЁийЙж', 'ابتَةل', 'אבגָש', 'कखि़्त', '0123٤२'];
const UNSPACED = ['日本語東京𠮷', 'あいがカーﾊﾞ', '대한민국ㄱ', 'กขำัา้', 'ກຂາວ', 'កខ្មែ', 'မြန်ာ'];
const BETWEEN = [' ', '  ', '\n', ', ', '-', '. ', ' 👩‍👩‍👧 ', '/', '\u200f', '。', ' \u{1F1E9}\u{1F1EA} '];

/** A vocabulary: words of a few letters, so that they often meet; some mix scripts. */
export function vocabulary(random: SeededRandom, size: number): string[] {
  const run = (letters: string) => {
    const length = random.chance(0.05) ? 20 + random.below(30) : 1 + random.below(5);
    return Array.from({ length }, () => random.pick([...letters])).join('');
  };
  const word = () => run(random.pick(random.chance(0.6) ? SPACED : UNSPACED));
  const words = Array.from({ length: size }, () => (random.chance(0.1) ? word() + word() : word()));
  // A mark at the beginning would go with what stands before.
  return words.map((each) => each.replace(/^\p{M}+/u, '') || 'a');
}

/** A text of words: the first ones of the vocabulary are frequent. */
export function textOf(random: SeededRandom, words: readonly string[], count: number): string {
  const frequent = () => words[Math.floor(words.length * random.next() ** 3)] as string;
  const text = Array.from({ length: count }, () => frequent() + random.pick(BETWEEN)).join('');
  return random.chance(0.2) ? text.normalize('NFD') : text;
}

/** What somebody looks for: words that there are, and beginnings of words, and phrases, and some to leave out. */
export function soughtText(random: SeededRandom, words: readonly string[], texts: readonly string[]): string {
  const word = () => words[Math.floor(words.length * random.next() ** 2)] as string;
  const part = () => {
    const pieces = random
      .pick(texts)
      .replaceAll('"', ' ')
      .split(/(?<=\s)/u);
    const from = random.below(pieces.length);
    return pieces
      .slice(from, from + 1 + random.below(3))
      .join('')
      .trim();
  };
  const term = () => {
    const kind = random.weighted({ word: 6, begin: 2, part: 3, phrase: 3 });
    if (kind === 'part') return part();
    if (kind === 'phrase') return `"${random.chance(0.5) ? part() : `${word()} ${word()}`}"`;
    const chosen = [...word()];
    return chosen.slice(0, kind === 'word' ? undefined : 1 + random.below(chosen.length)).join('');
  };
  const terms = Array.from({ length: 1 + random.below(3) }, term);
  if (random.chance(0.2)) terms.push(`-${term()}`);
  const text = random.shuffled(terms).join(' ') + (random.chance(0.3) ? ' ' : '');
  return random.pick([text, text, text.toUpperCase(), text.normalize('NFD')]);
}
