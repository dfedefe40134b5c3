import { withCaption } from './figure.js';
import type { NoteEnvironment } from './footnotes.js';
import { markdownBlock } from './markdown-block.js';
import { sanitiseFlow, sanitisePhrasing } from '../safety/sanitise.js';
import type { ViewedBlock } from '../viewed-document.js';

/** Content of these types without such a tag is Markdown. */
const HTML_FORM = {
  list: /<(?:ul|ol|li|dl|menu)\b/i,
  table: /<(?:table|thead|tbody|tr)\b/i,
  image: /<(?:img|picture|figure)\b/i,
};

/** A wide table scrolls in a box. Other content has no box, which would clip focus outlines. */
function flow(content: string, { links }: NoteEnvironment): string {
  const html = sanitiseFlow(content, links);
  const box = html.includes('<table') ? ' class="scroll" tabindex="0"' : '';
  return `<div${box} dir="auto">${html}</div>`;
}

export function htmlBlock(block: ViewedBlock, headingTag: string, environment: NoteEnvironment): string {
  const { type, content } = block;
  switch (type) {
    case 'heading':
      return `<${headingTag} dir="auto">${sanitisePhrasing(content, environment.links)}</${headingTag}>`;
    case 'paragraph':
      return flow(content, environment);
    case 'quote':
      return withCaption(block, `<blockquote dir="auto">${sanitiseFlow(content, environment.links)}</blockquote>`);
    case 'list':
    case 'table':
    case 'image':
      return HTML_FORM[type].test(content) ? flow(content, environment) : markdownBlock(block, headingTag, environment);
    default:
      return markdownBlock(block, headingTag, environment);
  }
}
