import { MarkdownError } from '../../../src/markdown/markdown-error.js';
import { ordinaryText } from './dear-texts.js';
import { pulled, pushed } from './documents.js';

const MOST_TRIES = 5;

function convert(markdown: string): void {
  try {
    pulled(pushed(markdown, { blocks: 1_000_000 }));
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
  }
}

/** The CPU time, in milliseconds, of making blocks of a file, and a file of them. */
export function costOfConversion(markdown: string): number {
  return costOf(() => convert(markdown));
}

/** In milliseconds of CPU time. */
export function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The cost of work in costs of an ordinary file of `length` characters, measured beside it: the least of several tries,
 * which end once it is below `enough`. The collection of garbage can fall into one try.
 */
export function timesOrdinary(cost: () => number, length: number, enough: number): number {
  const ordinary = ordinaryText(length);
  let [work, measure, times] = [Infinity, Infinity, Infinity];
  for (let tried = 0; tried < MOST_TRIES && times >= enough; tried++) {
    measure = Math.min(measure, ...[1, 2, 3].map(() => costOfConversion(ordinary)));
    work = Math.min(work, cost());
    times = work / measure;
  }
  return times;
}
