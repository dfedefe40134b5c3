import { withCaption } from './figure.js';
import type { NoteEnvironment } from './footnotes.js';
import { markdownBlock } from './markdown-block.js';
import { RawHtml } from '../safety/raw-html.js';
import type { ViewedBlock } from '../viewed-document.js';

/** Content of these types without such a tag is Markdown. */
const HTML_FORM = {
  list: /<(?:ul|ol|li|dl|menu)\b/i,
  table: /<(?:table|thead|tbody|tr)\b/i,
  image: /<(?:img|picture|figure)\b/i,
};

/** Whether the block of an HTML document is Markdown. */
export function isMarkdownForm({ type, content }: Pick<ViewedBlock, 'type' | 'content'>): boolean {
  return (type === 'list' || type === 'table' || type === 'image') && !HTML_FORM[type].test(content);
}

function safeHtml(content: string, environment: NoteEnvironment): string {
  const html = new RawHtml(environment);
  return html.add(content) + html.end();
}

function flow(content: string, environment: NoteEnvironment): string {
  return `<div dir="auto">${safeHtml(content, environment)}</div>`;
}

export function htmlBlock(block: ViewedBlock, headingTag: string, environment: NoteEnvironment): string {
  const { type, content } = block;
  if (isMarkdownForm(block)) return markdownBlock(block, headingTag, environment);
  switch (type) {
    case 'heading':
      return `<${headingTag} dir="auto">${safeHtml(content, { ...environment, isHeading: true })}</${headingTag}>`;
    case 'paragraph':
    case 'list':
    case 'table':
    case 'image':
      return flow(content, environment);
    case 'quote':
      return withCaption(block, `<blockquote dir="auto">${safeHtml(content, environment)}</blockquote>`);
    default:
      return markdownBlock(block, headingTag, environment);
  }
}
