import { expect } from 'chai';
import { align, GAP_STEPS, PAIRS_AT_ONCE } from '../../src/domain/diff/align.js';
import { BLOCK_STEPS } from '../../src/domain/diff/compare-versions.js';
import { Effort } from '../../src/domain/diff/effort.js';
import { pairAlike } from '../../src/domain/diff/pair-alike.js';
import { CHARACTERS_AT_ONCE, TOKENS_AT_ONCE, WordAllowance, wordSpans } from '../../src/domain/diff/word-spans.js';
import { diffOf, finish, versionOf } from '../support/diffed-versions.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';

const COUNT = 10_000;

/** Aligns, and counts the steps in all and those of the dearest turn. */
function alignCounted(from: readonly number[], to: readonly number[]) {
  const effort = new Effort(BLOCK_STEPS);
  let last = effort.left;
  let dearest = 0;
  const partners = finish(align(from, to, effort), () => {
    dearest = Math.max(dearest, last - effort.left);
    last = effort.left;
  });
  return { partners, spent: BLOCK_STEPS - effort.left, dearest };
}

/** By the table of all prefixes. */
function longestCommon(from: readonly number[], to: readonly number[]): number {
  let row = numbers(to.length + 1, () => 0);
  for (const item of from) {
    const next = [0];
    for (const [at, other] of to.entries()) {
      next.push(item === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function numbers(count: number, numberAt: (at: number) => number): number[] {
  return Array.from({ length: count }, (_, at) => numberAt(at));
}

const random = new SeededRandom(1);
const oneOf = (kinds: number) => () => random.below(kinds);
/** 5 numbers that occur once, each before 2,000 of two that recur. */
const sections = (pick: () => number) => numbers(COUNT, (at) => (at % 2_000 === 0 ? 10 + at : pick()));

const HOSTILE: [string, number[], number[]][] = [
  ['all different', numbers(COUNT, (at) => at), numbers(COUNT, (at) => COUNT + at)],
  ['all equal', numbers(COUNT, () => 7), numbers(COUNT - 1, () => 7)],
  ['all equal but one', numbers(COUNT, (at) => at), numbers(COUNT, (at) => (at === 5_000 ? COUNT : at))],
  ['in reverse', numbers(COUNT, (at) => at), numbers(COUNT, (at) => COUNT - at)],
  ...[2, 10, 100, 300, 1_200].map((kinds): [string, number[], number[]] => [
    `${kinds} kinds at random`,
    numbers(COUNT, oneOf(kinds)),
    numbers(COUNT, oneOf(kinds)),
  ]),
  ['two kinds in turn', numbers(COUNT, (at) => at % 2), numbers(COUNT, (at) => Math.min(1, at % 3))],
  ['two kinds between landmarks', sections(oneOf(2)), sections(oneOf(2))],
];

describe('the work of a version diff', () => {
  for (const [name, from, to] of HOSTILE) {
    it(`has a bound for blocks, in all and in a turn: ${name}`, () => {
      const { partners, spent, dearest } = alignCounted(from, to);
      expect(spent).to.be.at.most(BLOCK_STEPS + GAP_STEPS);
      expect(dearest).to.be.at.most(Math.max(PAIRS_AT_ONCE, 2 * GAP_STEPS));
      let last = -1;
      for (const [at, partner] of partners.entries()) {
        if (partner === -1) continue;
        expect(from[at]).to.equal(to[partner]);
        expect(partner).to.be.above(last);
        last = partner;
      }
    });
  }

  it('finds a longest common subsequence where items do not recur too often: 500 random pairs', () => {
    for (let n = 0; n < 500; n++) {
      const [from, to] = [oneOf(8), oneOf(8)].map((pick) => numbers(1 + random.below(30), pick)) as [
        number[],
        number[],
      ];
      const paired = alignCounted(from, to).partners.filter((partner) => partner !== -1);
      expect(paired.length, JSON.stringify([from, to])).to.equal(longestCommon(from, to));
    }
  });

  it('keeps all that is equal around one difference, however often blocks recur', () => {
    const from = numbers(COUNT, (at) => at % 2);
    const { partners } = alignCounted(from, from.toSpliced(5_000, 1));
    expect(partners.filter((partner) => partner === -1)).to.have.length(1);
  });

  it('finds few differences among many blocks that recur', () => {
    const from = numbers(2_000, (at) => at % 2);
    const to = from.toSpliced(1_500, 1).toSpliced(500, 1);
    const { partners } = alignCounted(from, to);
    expect(partners.filter((partner) => partner === -1)).to.have.length(2);
  });

  it('pairs first what occurs once among many blocks that recur', () => {
    const { partners } = alignCounted(sections(oneOf(2)), sections(oneOf(2)));
    for (const landmark of [0, 2_000, 4_000, 6_000, 8_000]) expect(partners[landmark]).to.equal(landmark);
  });

  it('grows with the blocks of a gap, not with their square', () => {
    const { blocks } = versionOf({ blocks: numbers(COUNT, (at) => at).map(String) });
    let pieces = 0;
    finish(pairAlike({ removed: blocks, added: blocks }), () => pieces++);
    expect(pieces).to.equal(2 * COUNT + Math.ceil(COUNT / 32) + 1);
  });

  it('compares no words of a content with too many, or of too many characters', () => {
    const spans = (from: string, to: string) => finish(wordSpans(from, to, new WordAllowance()));
    const words = (count: number, word: string) => `${word},`.repeat(count / 2);
    expect(spans(words(TOKENS_AT_ONCE / 2, 'a'), words(TOKENS_AT_ONCE / 2, 'b'))).not.to.equal(undefined);
    expect(spans(words(TOKENS_AT_ONCE / 2, 'a'), words(TOKENS_AT_ONCE / 2 + 2, 'b'))).to.equal(undefined);
    expect(spans('a'.repeat(CHARACTERS_AT_ONCE), 'b')).to.deep.equal([
      { op: 'delete', text: 'a'.repeat(CHARACTERS_AT_ONCE) },
      { op: 'insert', text: 'b' },
    ]);
    expect(spans('a'.repeat(CHARACTERS_AT_ONCE + 1), 'b')).to.equal(undefined);
  });

  it('parts a script without blanks in pieces, and only as much of it as an answer allows', () => {
    const allowance = new WordAllowance();
    let turns = 0;
    const turn = () => turns++;
    for (let n = 0; n < 30; n++) finish(wordSpans('กา'.repeat(15_000), 'ๆ', allowance), turn);
    expect(turns).to.be.within(400_000 / 500, 400_000 / 500 + 30 * 6);
    expect(finish(wordSpans('สวัสดีครับ', 'สวัสดีผม', allowance), turn)).to.deep.equal([
      { op: 'delete', text: 'สวัสดีครับ' },
      { op: 'insert', text: 'สวัสดีผม' },
    ]);
  });

  it('compares the words of a content of any length that has one difference', () => {
    const half = 'a b '.repeat(500_000);
    expect(finish(wordSpans(`${half}x ${half}`, `${half}y ${half}`, new WordAllowance()))).to.deep.equal([
      { op: 'equal', text: half },
      { op: 'delete', text: 'x' },
      { op: 'insert', text: 'y' },
      { op: 'equal', text: ` ${half}` },
    ]);
  });

  it('takes as many words in a whole answer as are allowed, and gives later contents whole', () => {
    const edited = (word: string) => numbers(5, (at) => at).map((at) => `the content of block ${at}, ${word}.`);
    const [from, to] = [versionOf({ blocks: edited('old-one') }, 1), versionOf({ blocks: edited('new-two') }, 2)];
    const contents = (allowance: WordAllowance) =>
      diffOf(from, to, { allowance }).blocks.map((entry) =>
        entry.change === 'changed' ? Object.keys(entry.content ?? {}) : [],
      );
    const [spans, whole] = [['spans'], ['from', 'to']];
    expect(contents(new WordAllowance())).to.deep.equal([spans, spans, spans, spans, spans]);
    // Each has four tokens in each version, as what is equal at the start does not count.
    expect(contents(new WordAllowance({ tokens: 17 }))).to.deep.equal([spans, spans, whole, whole, whole]);
    expect(contents(new WordAllowance({ steps: 3 }))).to.deep.equal([spans, spans, spans, whole, whole]);
  });
});
