import MarkdownIt from 'markdown-it';
import { markdownRule, type BlockRule } from './markdown-rule.js';

const reference: BlockRule = markdownRule(new MarkdownIt().block.ruler, 'reference');

/** A label that begins with `^` is that of a footnote, also where footnotes are text. */
export const linkDefinition: BlockRule = (...call) => {
  const [state, start] = call;
  const begin = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  return !state.src.startsWith('[^', begin) && reference(...call);
};
