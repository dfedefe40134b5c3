import type { ContentType } from '../../domain/document.js';
import { withoutComments } from '../../domain/content/html-comments.js';
import { languageOfCode } from './code-languages.js';
import { escapeHtml } from '../safety/escape.js';
import type { ViewedBlock } from '../viewed-document.js';

type PlainFrame = { open: string; close: string };

function codeFrame(block: ViewedBlock): PlainFrame {
  const language = languageOfCode(block);
  const [label, name] = language
    ? [` data-language="${language.label}"`, ` class="language-${language.name}"`]
    : ['', ''];
  return { open: `<pre dir="ltr" tabindex="0"${label}><code${name}>`, close: '</code></pre>' };
}

/** The markup around a block's escaped text. `headingTag`: the element for a heading block. */
export function plainFrame(block: ViewedBlock, headingTag: string): PlainFrame {
  switch (block.type) {
    case 'heading':
      return { open: `<${headingTag} class="plain" dir="auto">`, close: `</${headingTag}>` };
    case 'quote':
      return { open: '<blockquote class="plain" dir="auto">', close: '</blockquote>' };
    case 'table':
      return { open: '<pre class="plain" dir="auto">\n', close: '</pre>' };
    case 'code':
      return codeFrame(block);
    case 'divider':
      return { open: '<hr>', close: '' };
    default:
      return { open: '<div class="plain" dir="auto">', close: '</div>' };
  }
}

export function plainText(block: ViewedBlock): string {
  return block.type === 'divider' ? '' : block.content;
}

export function plainBlock(block: ViewedBlock, headingTag: string): string {
  const { open, close } = plainFrame(block, headingTag);
  return open + escapeHtml(plainText(block)) + close;
}

const COMMENT_END = '-->';

/**
 * What a plain form shows of a block of such a document: no comments, which its formatted form hides. In Markdown, one
 * that nothing closes is text.
 */
export function plainContent(
  contentType: ContentType,
  { type, content }: Pick<ViewedBlock, 'type' | 'content'>,
): string {
  if (contentType === 'text' || type === 'code') return content;
  const end = contentType === 'html' ? content.length : content.lastIndexOf(COMMENT_END) + COMMENT_END.length;
  return withoutComments(content.slice(0, end)) + content.slice(end);
}
