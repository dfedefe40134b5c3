import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import { Zipf } from './zipf.js';

const WORDS = 5_000;
const EXPONENT = 1;
const ONSETS = [...'bcdfghjklmnprstvw', 'st', 'tr', 'pl', ''];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou', 'é', 'ö'];
const CODAS = ['', '', 'n', 'r', 's', 'l', 't', 'ß'];

/** A vocabulary whose words are as frequent as those of a language. */
export class Words {
  readonly #words: readonly string[];
  readonly #ranks = new Zipf(WORDS, EXPONENT);

  constructor(random: SeededRandom) {
    this.#words = Array.from({ length: WORDS }, () => newWord(random));
  }

  draw(random: SeededRandom): string {
    return this.#words[this.#ranks.draw(random)] as string;
  }

  /** From the most frequent one on, whose rank is 0. */
  ranked(first: number, end: number): readonly string[] {
    return this.#words.slice(first, end);
  }

  sentence(random: SeededRandom, words: number): string {
    const text = Array.from({ length: words }, () => this.draw(random)).join(' ');
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
}

/** The plain vowels are several times as frequent, so that most titles are of ASCII. */
function newWord(random: SeededRandom): string {
  const syllables = 1 + random.below(3);
  return Array.from({ length: syllables }, () => {
    const vowel = VOWELS[Math.floor(VOWELS.length * random.next() ** 3)] as string;
    const coda = CODAS[Math.floor(CODAS.length * random.next() ** 2)] as string;
    return random.pick(ONSETS) + vowel + coda;
  }).join('');
}
