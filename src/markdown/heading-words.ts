import { withoutComments } from '../domain/content/html-comments.js';
import { textOf } from './words.js';

/** More make no identifier longer. */
const LOOKED_AT = 1_000;
const FOOTNOTE = /\[\^[^\s\]]{1,255}\]/g;

/** The words of a heading that its anchor is made of, with the blanks around images, which GitHub keeps. */
export function headingWords(content: string): string {
  return textOf(withoutComments(content.slice(0, LOOKED_AT)).replace(FOOTNOTE, '').trim());
}
