import type { Token } from 'markdown-it';
import { newEnvironment, type Environment } from './environment.js';
import { parseInline } from './parser.js';

const TEXTS: ReadonlySet<string> = new Set(['text', 'text_special', 'code_inline']);
const BREAKS: ReadonlySet<string> = new Set(['softbreak', 'hardbreak']);

const FOOTNOTES = /\[\^\d{1,9}\]/g;

function wordsOfToken({ type, content }: Token): string {
  if (TEXTS.has(type)) return content;
  return BREAKS.has(type) ? ' ' : '';
}

/** As `wordsOf`, with all blanks. */
export function textOf(content: string, environment?: Environment): string {
  const texts = parseInline(content, environment ?? newEnvironment()).map(wordsOfToken);
  const shown = environment ? texts : texts.map((text) => text.replace(FOOTNOTES, ''));
  return shown.join('');
}

/**
 * The text of inline Markdown without its marks, addresses, images, footnotes and HTML. `environment`: what it refers
 * to. Without one, its footnotes are numbers.
 */
export function wordsOf(content: string, environment?: Environment): string {
  return textOf(content, environment).replace(/\s+/g, ' ').trim();
}

/** Inline Markdown that says these words and nothing else. */
export function asInline(words: string): string {
  if (wordsOf(words) === words && !/(?:^|\s)#+$/.test(words)) return words;
  return escaped(words);
}

/** The same between the brackets of an image, for words of any length. */
export function asLabel(words: string): string {
  return /[\\`*_[\]<>&~]/.test(words) ? escaped(words) : words;
}

function escaped(words: string): string {
  return words.replace(/[\\`*_[\]<>&#~!]/g, '\\$&');
}
