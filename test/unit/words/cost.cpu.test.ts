// Measures the CPU time of words and snippets.
import { expect } from 'chai';
import { documentWords } from '../../../src/domain/words/searched-text.js';
import { snippetsOf } from '../../../src/domain/words/snippets.js';
import { parseSearch } from '../../../src/domain/words/word-query.js';

const LENGTH = 400_000;
/** How many times as long as a quarter of it anything may take. Work that grows with the square takes 16 times. */
const MOST_TIMES = 8;
/** Below this, times say nothing. */
const LEAST_MS = 20;
const MOST_TRIES = 5;

/** A text's unit, and what is looked for in it. */
const DEAR: readonly (readonly [what: string, unit: string, text: string])[] = [
  ['a word without end', 'é', 'a'],
  ['a letter with marks without end', '\u0301\u0316', 'a'],
  ['letters with many marks', `क${'\u0301\u0316'.repeat(15)}`, 'क'],
  ['Hangul in parts', '각'.normalize('NFD'), '각각'],
  ['Han, nearly all of it looked for', '一', `${'一'.repeat(127)}二`],
  ['flags', '\u{1F1E9}', 'a'],
  ['blanks', ' ', 'a'],
  ['two words, always in another order', 'b a ', '"a b" b c'],
];

function finish(steps: Generator<void>): void {
  while (steps.next().done !== true);
}

/** The least CPU time of several runs, in milliseconds: the first ones are slow, and any can be interrupted. */
function leastMs(work: () => void): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}

describe('words of texts that are made to be dear', function () {
  this.timeout(120_000);

  for (const [what, unit, text] of DEAR) {
    const query = parseSearch(text);
    const workOf = (length: number) => {
      const content = { title: '', blocks: [{ id: 'b0', text: `a${unit.repeat(length / unit.length)} a` }] };
      return () => {
        finish(documentWords(content) as Generator<void>);
        finish(snippetsOf(query, content, 3) as Generator<void>);
      };
    };

    it(`are made and shown in proportion to their length: ${what}`, () => {
      const [quarter, whole] = [workOf(LENGTH / 4), workOf(LENGTH)];
      let least = Infinity;
      for (let tried = 0; tried < MOST_TRIES && least >= MOST_TIMES; tried++) {
        least = Math.min(least, leastMs(whole) / Math.max(leastMs(quarter), LEAST_MS));
      }
      expect(least).to.be.below(MOST_TIMES);
    });
  }
});
