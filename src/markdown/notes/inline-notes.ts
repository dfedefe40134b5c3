import type { default as MarkdownIt, StateInline } from 'markdown-it';
import type { InlineRule } from '../../platform/markdown/markdown-rule.js';
import type { Environment, InlineNote } from '../environment.js';

type Match = { type: 'link_open' | 'image'; address: 'href' | 'src'; bracket: number; firstToken: number };

function environmentOf(state: StateInline): Environment {
  return state.env as Environment;
}

function note(state: StateInline, found: InlineNote): void {
  environmentOf(state).notes.push(found);
}

/** A link or an image that ends with a label has its address in a definition. */
function noteReference(state: StateInline, { type, address, bracket, firstToken }: Match): void {
  if (state.src[state.pos - 1] !== ']') return;
  const token = state.tokens.slice(firstToken).find((each) => each.type === type);
  const textEnd = state.md.helpers.parseLinkLabel(state, bracket, type === 'link_open');
  const [href, title] = [token?.attrGet(address) ?? '', token?.attrGet('title') ?? ''];
  note(state, { kind: 'reference', start: textEnd + 1, end: state.pos, href, title });
}

export function noteLink(link: InlineRule): InlineRule {
  return (state, silent) => {
    const [bracket, firstToken] = [state.pos, state.tokens.length];
    if (!link(state, silent)) return false;
    if (!silent) noteReference(state, { type: 'link_open', address: 'href', bracket, firstToken });
    return true;
  };
}

/** Notes the uses within a description, whose tokens nobody needs. */
function noteDescription(state: StateInline, bracket: number): void {
  const { pos, posMax, pending, delimiters, tokens, tokens_meta } = state;
  const [tokenCount, metaCount] = [tokens.length, tokens_meta.length];
  state.pos = bracket + 1;
  state.posMax = state.md.helpers.parseLinkLabel(state, bracket);
  state.pending = '';
  state.delimiters = [];
  state.md.inline.tokenize(state);
  tokens.length = tokenCount;
  tokens_meta.length = metaCount;
  Object.assign(state, { pos, posMax, pending, delimiters });
}

/** A parser that does not parse the descriptions of images. */
function withoutDescriptions(parser: MarkdownIt): MarkdownIt {
  const inline = Object.create(parser.inline, { parse: { value: () => undefined } }) as object;
  return Object.create(parser, { inline: { value: inline } }) as MarkdownIt;
}

/**
 * The parser's own rule parses a description as a text of its own, and the images within it again, and so on, which
 * multiplies the work. Here all are read in their place.
 */
export function noteImage(image: InlineRule, parser: MarkdownIt): InlineRule {
  const outer = withoutDescriptions(parser);
  return (state, silent) => {
    const { md } = state;
    const [bracket, firstToken] = [state.pos + 1, state.tokens.length];
    state.md = outer;
    const isImage = image(state, silent);
    state.md = md;
    if (!isImage || silent) return isImage;
    noteDescription(state, bracket);
    noteReference(state, { type: 'image', address: 'src', bracket, firstToken });
    return true;
  };
}

export function noteHtml(html: InlineRule): InlineRule {
  return (state, silent) => {
    const start = state.pos;
    if (!html(state, silent)) return false;
    const { src, pos } = state;
    const isNoted = environmentOf(state).notesHtml === true && !silent;
    if (isNoted) note(state, { kind: 'html', start, end: pos, html: src.slice(start, pos) });
    return true;
  };
}

/** Of a footnote, in characters. */
export const LONGEST_LABEL = 255;

const MARK = '[^';

/** The label of the footnote that is referred to at the place; undefined if there is none. */
function footnoteLabel({ src, pos, posMax }: StateInline): string | undefined {
  if (!src.startsWith(MARK, pos)) return undefined;
  const first = pos + MARK.length;
  const text = src.slice(first, Math.min(posMax, first + LONGEST_LABEL + 1));
  const label = text.slice(0, Math.max(0, text.indexOf(']')));
  return label === '' || /[ \n]/.test(label) ? undefined : label;
}

/** A use of a footnote that the file defines. */
export const footnoteReference: InlineRule = (state, silent) => {
  const { footnotes } = environmentOf(state);
  const label = footnotes === undefined ? undefined : footnoteLabel(state);
  if (label === undefined || footnotes?.refs?.[`:${label}`] === undefined) return false;
  const start = state.pos;
  state.pos += MARK.length + label.length + 1;
  if (silent) return true;
  state.push('footnote_ref', '', 0);
  note(state, { kind: 'footnote', start, end: state.pos, label });
  return true;
};

const NUMBER = /\[\^\d{1,9}\]/y;

/** Comes after the rules for what has a definition. */
export const noteText: InlineRule = (state, silent) => {
  NUMBER.lastIndex = state.pos;
  const [text] = NUMBER.exec(state.src) ?? [];
  if (text === undefined || state.pos + text.length > state.posMax) return false;
  const start = state.pos;
  state.pos += text.length;
  if (!silent) {
    state.pending += text;
    const isLabel = start === 0 && state.src[state.pos] === ':';
    note(state, { kind: isLabel ? 'label' : 'text', start, end: state.pos });
  }
  return true;
};
