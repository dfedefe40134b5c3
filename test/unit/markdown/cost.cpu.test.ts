// Measures the CPU time of conversion.
import { expect } from 'chai';
import { MarkdownError } from '../../../src/markdown/markdown-error.js';
import { documentToMarkdown } from '../../../src/markdown/document-to-markdown.js';
import { DEAREST_CONTENT } from '../../support/dear-content.js';
import { pulled, pushed } from './documents.js';

const LENGTH = 60_000;
/** How many times as long as a quarter of it anything may take. Work that grows with the square takes 16 times. */
const MOST_TIMES = 8;
/** Below this, times say nothing. */
const LEAST_MS = 20;
const MOST_TRIES = 5;

const repeated = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));
const numbered = (length: number, line: (at: number) => string): string =>
  Array.from({ length: Math.floor(length / 12) }, (_, at) => line(at)).join('');

/** The definition makes the converter look at the inline Markdown, too. */
const DEAR_FILES: readonly (readonly [name: string, contentOf: (length: number) => string])[] = [
  ...DEAREST_CONTENT.filter(([, contentType]) => contentType === 'markdown').map(
    ([name, , , contentOf]) => [name, (length: number) => `[a]: b\n\n${contentOf(length)}`] as const,
  ),
  ['definitions', (n) => numbered(n, (at) => `[${at}]: b\n`)],
  ['links by reference', (n) => `[a]: b\n\n${repeated('[a]', n)}`],
  ['lines of links by reference', (n) => `[a]: b\n\n${repeated('[a]\n', n)}`],
  [
    'cells of links by reference',
    (n) => `[a]: b\n\n|a${repeated('|b', n / 4)}\n|-${repeated('|-', n / 4)}\n|[a]${repeated('|[a]', n / 2)}`,
  ],
  ['pipes in a cell', (n) => `[a]: b\n\n|a|\n|-|\n|${repeated('\\|[a]', n)}`],
  ['brackets in brackets', (n) => `[a]: b\n\n${'['.repeat(n / 2)}a${']'.repeat(n / 2)}`],
  ['footnotes', (n) => numbered(n, (at) => `[^${at}]: b\n`)],
  ['footnotes that use each other', (n) => numbered(n, (at) => `[^${at}]: b[^${at + 1}]\n`)],
  ['a footnote that is used', (n) => `[^a]: b\n\n${repeated('[^a]', n)}`],
  ['a long footnote', (n) => `[^a]: b\n\n${repeated('    c\n\n', n)}`],
  ['comments in front of text', (n) => repeated('<!-- -->\n', n)],
  ['open comments in HTML', (n) => `<div>${repeated('<!--', n)}`],
  ['an open heading', (n) => `<h1 ${repeated('a ', n)}`],
  ['headings without words', (n) => repeated('# ![a](b)\n', n)],
  ['blank lines', (n) => `a${repeated('\n', n)}b`],
  ['blank lines in a list', (n) => `- a${repeated('\n ', n)}`],
  ['keys of front matter', (n) => `---\n${numbered(n, (at) => `k${at}: b\n`)}---\n`],
  ['lists in front matter', (n) => `---\na:\n${repeated('- b\n', n)}---\n`],
  ['a rule in front of text', (n) => `---\na: ${repeated('-- ', n)}\n${repeated('--\n', n)}`],
];

function convert(markdown: string): void {
  try {
    pulled(pushed(markdown, { blocks: 100_000 }));
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
  }
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

/** In a large process the collection of garbage can fall into all runs of one try. */
function expectProportion(workOf: (length: number) => () => void): void {
  const [quarter, whole] = [workOf(LENGTH / 4), workOf(LENGTH)];
  let least = Infinity;
  for (let tried = 0; tried < MOST_TRIES && least >= MOST_TIMES; tried++) {
    least = Math.min(least, leastMs(whole) / Math.max(leastMs(quarter), LEAST_MS));
  }
  expect(least).to.be.below(MOST_TIMES);
}

describe('markdown: files that are made to be dear', function () {
  this.timeout(120_000);

  for (const [name, contentOf] of DEAR_FILES) {
    it(`take time in proportion to their length: ${name}`, () => {
      expectProportion((length) => {
        const markdown = contentOf(length);
        return () => convert(markdown);
      });
    });
  }

  it('are written in proportion to their length: a heading of blanks', () => {
    expectProportion((length) => {
      const blocks = [{ type: 'heading' as const, content: `a${' '.repeat(length)}b`, metadata: null }];
      return () => documentToMarkdown({ title: 'x', metadata: null, blocks });
    });
  });
});
