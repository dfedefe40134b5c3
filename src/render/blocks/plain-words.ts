import type { ContentType } from '../../domain/document.js';
import { withoutComments } from '../../domain/content/html-comments.js';

/** Only the beginning of a text is looked at. */
const LOOKED_AT = 2_000;

const TAG = /<[^<>]*>/g;
/** An address between angle brackets is none. */
const MARKDOWN_TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi;
const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;
const FOOTNOTE = /\[\^[^[\]]*\]/g;
const MARK = /(?<!\\)[*`]+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;

/** The words of the beginning of a text, without its marks. They are no markup: HTML needs them escaped. */
export function plainWords(contentType: ContentType, content: string): string {
  const begin = content.slice(0, LOOKED_AT);
  return withoutMarks(contentType, begin).replace(/\s+/g, ' ').trim();
}

function withoutMarks(contentType: ContentType, text: string): string {
  if (contentType === 'text') return text;
  const shown = withoutComments(text);
  if (contentType === 'html') return shown.replace(TAG, ' ');
  return shown
    .replace(MARKDOWN_TAG, '')
    .replace(FOOTNOTE, '')
    .replace(LINK, '$1')
    .replace(MARK, '')
    .replace(ESCAPE, '');
}

/** At most `most` UTF-16 units, whole characters of them, with an ellipsis where something is left out. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
