import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import type { NewBlock } from '../../../src/domain/document.js';
import { htmlHeading } from '../../../src/markdown/html.js';
import { bareUrls } from '../../../src/render/blocks/bare-url.js';
import { htmlInMarkdown } from '../../../src/render/blocks/html-in-markdown.js';
import { RawHtml } from '../../../src/render/safety/raw-html.js';
import { markdownBlock } from '../../../src/render/blocks/markdown-block.js';
import { isFormattable } from '../../../src/render/blocks/format-block.js';
import { safeTokens } from '../../../src/render/safety/safe-tokens.js';
import { viewedBlock } from '../../support/viewed-documents.js';

const withFootnotes = footnotes as unknown as (parser: MarkdownIt) => void;
const FRONT_MATTER = /^---\n(?:[^]*?\n)?---\n/;

/** Whether the renderer takes `[^1]` for a footnote, which CommonMark does not. */
export type Dialect = { hasFootnotes: boolean };

function parserOf({ hasFootnotes }: Dialect): MarkdownIt {
  const parser = new MarkdownIt({ html: true, xhtmlOut: true });
  return hasFootnotes ? parser.use(withFootnotes) : parser;
}

/** A renderer of Markdown as anybody would use it. */
export function usualHtml(markdown: string, dialect: Dialect): string {
  return normalised(parserOf(dialect).render(markdown));
}

export function withoutFrontMatter(markdown: string): string {
  const text = markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  return text.replace(FRONT_MATTER, (front) => (/^---\n(?:[\w-]+:|---)/.test(front) ? '' : front));
}

const steppedDown = (level: number): string => `h${Math.min(6, level + 1)}`;

/** A renderer with the rules of the viewer: safe HTML, no relative addresses, the page's title above. */
export function confinedHtml(markdown: string, dialect: Dialect): string {
  const parser = parserOf(dialect).use(bareUrls).use(safeTokens);
  parser.core.ruler.push('html_headings', ({ tokens }) => {
    for (const token of tokens) {
      const heading = token.type === 'html_block' && token.level === 0 ? htmlHeading(token.content) : undefined;
      if (heading === undefined) continue;
      const tag = steppedDown(heading.level);
      token.type = 'html_heading';
      token.content = `<${tag}>${parser.renderInline(heading.content)}</${tag}>`;
    }
  });
  parser.renderer.rules['html_heading'] = (tokens, at) => tokens[at]!.content;
  parser.use(htmlInMarkdown);
  return withAlerts(normalised(parser.render(markdown).replace(DIV, '')));
}

const ALERT =
  /<blockquote><p>\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\](?:<br>| |(?=<\/p>))((?:(?!<\/?blockquote>)[^])*)<\/blockquote>/g;

/** GitHub's alerts have a title. */
function withAlerts(html: string): string {
  const capital = (name: string): string => name.charAt(0) + name.slice(1).toLowerCase();
  return html.replace(
    ALERT,
    (_, name: string, rest) => `<p class="callout-title">${capital(name)}</p>${`<p>${rest}`.replace(/^<p><\/p>/, '')}`,
  );
}

/** What the viewer makes of the blocks, without its own frames. */
export function viewerHtml(blocks: readonly NewBlock[]): string {
  const html = new RawHtml();
  const shown = blocks.map(({ type, content, metadata }) => {
    const viewed = viewedBlock(type, content, metadata);
    const isPlain = !isFormattable('markdown', viewed) && type !== 'code' && type !== 'divider';
    return isPlain ? `plain ${type}` : markdownBlock(viewed, steppedDown(Number(metadata?.['level'])), { html });
  });
  return normalised(
    shown
      .join('\n')
      .concat(html.end())
      .replace(DIV, '')
      .replace(/ dir="(?:auto|ltr)"| tabindex="0"| data-language="[^"]*"/g, '')
      .replace(/<span class="[a-z]">([^<]*)<\/span>/g, '$1')
      .replace(/<(\/?)figure>/g, '<$1p>'),
  );
}

const DIV = /<\/?div[^>]*>/g;
const BLOCK_TAGS =
  'p|br|li|ul|ol|dl|dt|dd|details|summary|blockquote|h\\d|hr|pre|table|tr|td|th|thead|tbody|section|div';
const AROUND_BLOCKS = new RegExp(`\\s*(</?(?:${BLOCK_TAGS})\\b[^>]*>)\\s*`, 'g');

/** The usual plugin links numbers of footnotes, and has notes below a rule, in paragraphs. The viewer has a list. */
function withPlainFootnotes(html: string): string {
  return html
    .replace(/<sup class="footnote-ref"><a [^>]*>\[(\d+)(?::\d+)?\]<\/a><\/sup>/g, '<sup>$1</sup>')
    .replace(/<hr class="footnotes-sep" ?\/?>\s*<section class="footnotes">\s*<ol class="footnotes-list">/, '<ol>')
    .replace('</section>', '')
    .replace(/ <a href="#fnref[^"]*" class="footnote-backref">[^<]*<\/a>/g, '')
    .replace(/<li id="[^"]*" class="footnote-item">\s*<p>([^<]*(?:<(?!\/?p>)[^<]*)*)<\/p>\s*<\/li>/g, '<li>$1</li>')
    .replace(/<li id="[^"]*" class="footnote-item">/g, '<li>');
}

/** Without comments, names of elements, and white space that makes no difference. */
function normalised(html: string): string {
  const parts = withPlainFootnotes(html.replace(/<!--[^]*?-->/g, ''))
    .replace(/<li>(\s*<p>)?\[([ x])\](?=\s)/gi, (_, open = '', mark) => `<li>${open}${mark === ' ' ? '☐' : '☑'}`)
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/ id="[^"]*"/g, '')
    .replaceAll(' />', '>')
    .replace(/<(h\d) class="align-[a-z]+">/g, '<$1>')
    .replace(/\n+<\/code><\/pre>/g, '</code></pre>')
    .split(/(<pre>[^]*?<\/pre>)/);
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/\s+/g, ' ').replace(AROUND_BLOCKS, '$1').trim()))
    .join('')
    .replace(/<p><\/p>/g, '');
}
