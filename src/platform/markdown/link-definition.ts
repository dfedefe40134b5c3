import MarkdownIt from 'markdown-it';
import { lineStart, markdownRule, type BlockRule } from './markdown-rule.js';

const reference: BlockRule = markdownRule(new MarkdownIt().block.ruler, 'reference');

/** A label that begins with `^` is that of a footnote, also where footnotes are text. */
export const linkDefinition: BlockRule = (...call) => {
  const [state, start] = call;
  return !state.src.startsWith('[^', lineStart(state, start)) && reference(...call);
};
