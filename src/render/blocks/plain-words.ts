import type { ContentType } from '../../domain/document.js';
import { plainText } from '../../domain/words/plain-text.js';
import { atOnce } from '../../platform/in-turns.js';

/** Only the beginning of a text is looked at. */
const LOOKED_AT = 2_000;

/** What people read of the beginning of a block. It is no markup: HTML needs it escaped. */
export function plainWords(contentType: ContentType, content: string, type: 'heading' | 'paragraph'): string {
  return atOnce(plainText(contentType, { type, content: content.slice(0, LOOKED_AT), metadata: null }));
}

/** At most `most` UTF-16 units, whole characters of them, with an ellipsis where something is left out. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
