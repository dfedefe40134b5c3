import type { MarkdownIt, StateInline, Token } from 'markdown-it';

/** Where a reference link or image ends in the source of its inline token, and what belongs there instead. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly target: string;
}

interface Reference {
  readonly href: string;
  readonly title: string;
}

const editsOf = new WeakMap<Token[], Edit[]>();

/**
 * Makes the parser remember each `[text][label]`, so that `inlineText` can write it as `[text](target)`:
 * a block stands alone and cannot see definitions at the end of the file.
 */
export function rememberReferenceLinks(parser: MarkdownIt): void {
  parser.inline.ruler.before('link', 'remember-reference', (state, silent) => {
    if (!silent) remember(state);
    return false;
  });
}

/** The Markdown source of an inline token, every reference in it written out. */
export function inlineText(inline: Token | undefined): string {
  if (inline === undefined) return '';
  const edits = inline.children === null ? undefined : editsOf.get(inline.children);
  const sorted = (edits ?? []).toSorted((a, b) => b.start - a.start);
  return sorted.reduce(
    (text, { start, end, target }) => text.slice(0, start) + target + text.slice(end),
    inline.content,
  );
}

function remember(state: StateInline): void {
  const isImage = state.src.startsWith('![', state.pos);
  if (!isImage && state.src[state.pos] !== '[') return;
  const open = isImage ? state.pos + 1 : state.pos;
  const close = state.md.helpers.parseLinkLabel(state, open, !isImage);
  if (close < 0 || state.src[close + 1] === '(') return;
  const { label, end } = labelAfter(state, open, close);
  const reference = lookUp(state, label);
  if (reference === undefined) return;
  const edits = editsOf.get(state.tokens) ?? [];
  edits.push({ start: close + 1, end, target: targetOf(reference) });
  editsOf.set(state.tokens, edits);
}

/** `[text][label]`, `[text][]` or `[text]`: the last two are their own label. */
function labelAfter(state: StateInline, open: number, close: number): { label: string; end: number } {
  const text = state.src.slice(open + 1, close);
  if (state.src[close + 1] !== '[') return { label: text, end: close + 1 };
  const end = state.md.helpers.parseLinkLabel(state, close + 1);
  if (end < 0) return { label: text, end: close + 1 };
  return { label: state.src.slice(close + 2, end) || text, end: end + 1 };
}

function lookUp(state: StateInline, label: string): Reference | undefined {
  const { references } = state.env as { references?: Record<string, Reference> };
  return references?.[state.md.utils.normalizeReference(label)];
}

function targetOf({ href, title }: Reference): string {
  const address = /[()]/.test(href) || href === '' ? `<${href}>` : href;
  return title === '' ? `(${address})` : `(${address} "${title.replace(/["\\]/g, '\\$&')}")`;
}
