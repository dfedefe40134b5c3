import { expect } from 'chai';
import { fold } from '../../src/domain/fold.js';

const ASSIGNED = /^[^\p{Cn}\p{Cs}]$/u;

function* assignedCodePoints(): Iterable<string> {
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (ASSIGNED.test(character)) yield character;
  }
}

/** The same numbers in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function codePointsOf(text: string): string {
  return [...text].map((character) => `U+${character.codePointAt(0)?.toString(16)}`).join(' ');
}

describe('fold', () => {
  const SAME: string[][] = [
    ['Straße', 'STRASSE', 'STRAẞE', 'strasse', 'straße'],
    ['ΟΔΌΣ', 'οδός', 'οδόσ', 'Οδός'],
    ['ǅ', 'Ǆ', 'ǆ'],
    ['ÅNGSTRÖM', 'ångström', 'A\u030angstro\u0308m', '\u212bngström'],
    ['KELVIN', '\u212aelvin'],
    ['ﬃ', 'FFI', 'ffi'],
    ['É', 'e\u0301', 'E\u0301', 'é'],
    ['ſ', 'S', 's'],
    ['µ', 'μ', 'Μ'],
    ['ŉ', 'ʼN', 'ʼn'],
    ['Ա', 'ա'],
    ['\u{10400}', '\u{10428}'],
    ['Ꭰ', 'ꭰ'],
    ['i', 'I', 'ı'],
    ['', ''],
  ];
  for (const [first = '', ...others] of SAME) {
    it(`makes ${[first, ...others].join(', ')} the same`, () => {
      for (const other of others) expect(fold(other)).to.equal(fold(first));
    });
  }

  it('tells apart what differs by more than case', () => {
    const words = ['i', 'e', 'é', 'o', 'ø', 'ss ', 'ss', 'a', 'á', 'а', 'l', '1'];
    expect(new Set(words.map(fold)).size).to.equal(words.length);
  });

  it('looks at no neighbours and at no locale', () => {
    expect(fold('ΑΣ')).to.equal(fold('Α') + fold('Σ'));
    expect(fold('İ')).to.equal('i\u0307');
    expect(fold('I')).to.equal('i');
  });

  it('is idempotent for every assigned code point, alone and after a letter', () => {
    let count = 0;
    for (const character of assignedCodePoints()) {
      const folded = fold(character);
      if (fold(folded) !== folded) throw new Error(`U+${character.codePointAt(0)?.toString(16)}`);
      const after = fold(`A${character}`);
      if (fold(after) !== after) throw new Error(`A and U+${character.codePointAt(0)?.toString(16)}`);
      count++;
    }
    expect(count).to.be.above(140_000);
  }).timeout(20_000);

  it('is idempotent, and the same decomposed, for letters and combining marks in any order', () => {
    const marks = [...assignedCodePoints()].filter((character) => /\p{M}/u.test(character));
    const letters = [...'aAsSßẞıİǰΐΰẞŉſᾳᾼΣς가각각', '\u212a', '\u0345', '\u1e9e', '\u0130', '\u1f80'];
    const random = randomNumbers(20_260);
    const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
    for (let i = 0; i < 50_000; i++) {
      const text = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
        pick(random() < 0.7 ? marks : letters),
      ).join('');
      const folded = fold(text);
      if (fold(folded) !== folded) throw new Error(`not idempotent: ${codePointsOf(text)}`);
      if (fold(text.normalize('NFD')) !== folded) throw new Error(`not the same decomposed: ${codePointsOf(text)}`);
    }
  }).timeout(20_000);

  it('takes the short way for ASCII to where the long way leads', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
    const long = fold(`${ascii}é`);
    expect(fold(ascii)).to.equal(long.slice(0, -1));
    expect(long.endsWith('é')).to.equal(true);
  });

  it('makes three code points of one at the most', () => {
    for (const character of assignedCodePoints()) {
      if ([...fold(character)].length > 3) throw new Error(`U+${character.codePointAt(0)?.toString(16)}`);
    }
  }).timeout(20_000);
});
