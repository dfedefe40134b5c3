import MarkdownIt, { type StateInline } from 'markdown-it';
import { markdownRule, type InlineRule } from './markdown-rule.js';

type Environment = { isInImage?: boolean };

const image: InlineRule = markdownRule(new MarkdownIt().inline.ruler, 'image');

/** Each level of nested images parses the description anew, which multiplies the work. */
function shallowImage(state: StateInline, silent: boolean): boolean {
  const environment = state.env as Environment;
  if (environment.isInImage) return false;
  environment.isInImage = true;
  const isImage = image(state, silent);
  environment.isInImage = false;
  return isImage;
}

/** Treats an image in an image's description as a link, whose text joins the description. */
export function shallowImages(parser: MarkdownIt): void {
  parser.inline.ruler.at('image', shallowImage);
}
