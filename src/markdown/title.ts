import { withoutOwnName } from '../domain/content/anchors.js';
import type { NewBlock } from '../domain/document.js';
import type { Environment } from './environment.js';
import { unescaped } from './parser.js';
import type { PlacedBlock } from './to-blocks.js';
import { asInline, wordsOf } from './words.js';

type FoundTitle = { title: string; heading: NewBlock | undefined; line: number; others: readonly PlacedBlock[] };

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

/**
 * The first heading that has words, if it is of level 1, and the other blocks. One below others names a part. One of
 * raw HTML stays among the blocks.
 * `environment`: as for `wordsOf`.
 */
export function titleHeading(placed: readonly PlacedBlock[], environment?: Environment): FoundTitle | undefined {
  for (const [at, { block, line }] of placed.entries()) {
    const html = htmlWords(block);
    if (html !== '') return { title: html, line, others: placed, heading: undefined };
    const title = headingWords(block, environment);
    if (title === '') continue;
    return block.metadata?.['level'] === 1
      ? { title, heading: block, line, others: placed.toSpliced(at, 1) }
      : undefined;
  }
  return undefined;
}

/** The title as a heading; undefined if a heading cannot say it. */
export function titleBlock(title: string): NewBlock | undefined {
  const content = asInline(title);
  return content !== '' && wordsOf(content) === title
    ? { type: 'heading', content, metadata: { level: 1 } }
    : undefined;
}
