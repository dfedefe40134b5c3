import type MarkdownIt from 'markdown-it';
import { parserOf } from './code-languages.js';
import { escapeHtml } from '../safety/escape.js';
import { highlighted } from './highlight.js';

/** Highlights fenced code. The information of a fence must be a language by now. */
export function fencedCode(parser: MarkdownIt): void {
  parser.renderer.rules.fence = (tokens, at) => {
    const { info = '', content = '' } = tokens[at] ?? {};
    const reader = parserOf(info);
    const language = info === '' ? '' : ` class="language-${info}"`;
    return `<pre><code${language}>${reader ? highlighted(content, reader) : escapeHtml(content)}</code></pre>\n`;
  };
}
