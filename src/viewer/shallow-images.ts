import MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';

type InlineRule = (state: StateInline, silent: boolean) => boolean;
type Environment = { isInImage?: boolean };

/** The parser exposes its rules only as a list of the enabled ones. */
function ownImageRule(): InlineRule {
  const { ruler } = new MarkdownIt().inline;
  ruler.enableOnly(['image']);
  const [rule] = ruler.getRules('');
  if (rule === undefined) throw new Error('the parser has no rule for images');
  return rule;
}

const image = ownImageRule();

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
