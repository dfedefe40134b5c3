import type { StateInline } from 'markdown-it';
import type { Environment, InlineNote } from './environment.js';

export type InlineRule = (state: StateInline, silent: boolean) => boolean;

type Match = { type: 'link_open' | 'image'; address: 'href' | 'src'; bracket: number; firstToken: number };

function environmentOf(state: StateInline): Environment {
  return state.env as Environment;
}

function note(state: StateInline, found: InlineNote): void {
  const { notes, base } = environmentOf(state);
  notes.push({ ...found, start: found.start + base, end: found.end + base });
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

/** The description of an image is parsed as a text of its own. */
export function noteImage(image: InlineRule): InlineRule {
  return (state, silent) => {
    const environment = environmentOf(state);
    const { base } = environment;
    const [bracket, firstToken] = [state.pos + 1, state.tokens.length];
    environment.base = base + bracket + 1;
    const isImage = image(state, silent);
    environment.base = base;
    if (isImage && !silent) noteReference(state, { type: 'image', address: 'src', bracket, firstToken });
    return isImage;
  };
}

export function noteFootnote(reference: InlineRule): InlineRule {
  return (state, silent) => {
    const start = state.pos;
    if (!reference(state, silent)) return false;
    const label = state.src.slice(start + '[^'.length, state.pos - 1);
    if (!silent) note(state, { kind: 'footnote', start, end: state.pos, label });
    return true;
  };
}

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
    note(state, { kind: 'text', start, end: state.pos });
  }
  return true;
};
