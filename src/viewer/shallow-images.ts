import MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';

type InlineRule = (state: StateInline, silent: boolean) => boolean;
/** What a parser is given with each source, to keep what it must remember while it parses that. */
type Environment = { isInImage?: boolean };

/** The parser gives out its rules as a list of those enabled. */
function ownImageRule(): InlineRule {
  const { ruler } = new MarkdownIt().inline;
  ruler.enableOnly(['image']);
  const [rule] = ruler.getRules('');
  if (rule === undefined) throw new Error('the parser has no rule for images');
  return rule;
}

const image = ownImageRule();

/** A description is parsed anew at each level of images within images, which would multiply all the work within. */
function shallowImage(state: StateInline, silent: boolean): boolean {
  const environment = state.env as Environment;
  if (environment.isInImage) return false;
  environment.isInImage = true;
  const isImage = image(state, silent);
  environment.isInImage = false;
  return isImage;
}

/** Takes an image in the description of an image for a link, whose text is part of that description. */
export function shallowImages(parser: MarkdownIt): void {
  parser.inline.ruler.at('image', shallowImage);
}
