import { withoutOwnName } from '../domain/content/anchors.js';
import type { NewBlock } from '../domain/document.js';
import type { Environment } from './environment.js';
import { parseBlocks, unescaped, type Parsed } from './parser.js';
import { toBlocks, type PlacedBlock } from './to-blocks.js';
import { asInline, wordsOf } from './words.js';

/** `at`: of the heading among the blocks. */
type FoundTitle = {
  title: string;
  heading: NewBlock | undefined;
  at: number;
  line: number;
  others: readonly PlacedBlock[];
};

function headingWords({ type, content }: NewBlock, environment?: Environment): string {
  return type === 'heading' ? wordsOf(withoutOwnName(content).content, environment) : '';
}

const LONGEST_HTML = 5_000;

/** The words of a first `h1` in raw HTML, which may have a picture, too. */
function htmlWords({ metadata, content }: NewBlock): string {
  if (metadata?.['raw'] !== true) return '';
  const [, html = ''] = /^[^]*?<h1(?:\s[^<>]*)?>([^]*)/i.exec(content.slice(0, LONGEST_HTML)) ?? [];
  const end = html.search(/<\/h1>/i);
  const words = unescaped(html.slice(0, Math.max(0, end)).replace(/<[^<>]*>/g, ' '));
  return words.replace(/\s+/g, ' ').trim();
}

type FirstHeading = { words: string; at: number; isHtml: boolean };

/** The first heading that has words, also in raw HTML. `environment`: as for `wordsOf`. */
function firstHeading(placed: readonly PlacedBlock[], environment?: Environment): FirstHeading | undefined {
  for (const [at, { block }] of placed.entries()) {
    const html = htmlWords(block);
    if (html !== '') return { words: html, at, isHtml: true };
    const words = headingWords(block, environment);
    if (words !== '') return { words, at, isHtml: false };
  }
  return undefined;
}

/**
 * The first heading that has words, if it is of level 1, and the other blocks. One below others names a part. One of
 * raw HTML stays among the blocks.
 * `environment`: as for `wordsOf`.
 */
export function titleHeading(placed: readonly PlacedBlock[], environment?: Environment): FoundTitle | undefined {
  return titleOf(placed, firstHeading(placed, environment));
}

function titleOf(placed: readonly PlacedBlock[], first: FirstHeading | undefined): FoundTitle | undefined {
  const found = first && placed[first.at];
  if (!first || !found) return undefined;
  const { block, line } = found;
  const { words: title, at } = first;
  if (first.isHtml) return { title, at, line, others: placed, heading: undefined };
  if (block.metadata?.['level'] !== 1) return undefined;
  return { title, heading: block, at, line, others: placed.toSpliced(at, 1) };
}

/** How a line begins that may be of a formula, a note or a definition, which pages alone have. */
const OF_PAGES = /^[ \t>*+\-\d.)]*(?:\$\$|:::|!!!|\?\?\?|===[!+]? |[:~][ \t])/;

/** As `titleHeading`, of the blocks of a text. Where pages read it in another way, the title is that of its page. */
export function shownTitle({ lines }: Parsed, placed: readonly PlacedBlock[]): FoundTitle | undefined {
  const first = firstHeading(placed);
  const heading = first && placed[first.at];
  const end = heading ? heading.line + heading.block.content.split('\n').length : Infinity;
  if (!lines.texts.slice(0, end).some((line) => OF_PAGES.test(line))) return titleOf(placed, first);
  const found = titleHeading(toBlocks(parseBlocks(lines.texts.join('\n'), true)));
  return found && { ...found, others: placed.filter((each) => !isSame(each, found)) };
}

function isSame({ block, line }: PlacedBlock, { heading, ...found }: FoundTitle): boolean {
  return line === found.line && block.type === 'heading' && block.content === heading?.content;
}

/** The title as a heading; undefined if a heading cannot say it. */
export function titleBlock(title: string): NewBlock | undefined {
  const content = asInline(title);
  return content !== '' && wordsOf(content) === title
    ? { type: 'heading', content, metadata: { level: 1 } }
    : undefined;
}
