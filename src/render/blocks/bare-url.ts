import type MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';

const SCHEME = /(?:^|[^a-z0-9])(https?)$/i;
const LONGEST_SCHEME = 6;
/** The rest after the scheme: no character special in a Markdown link, and parentheses only in pairs. */
const REST = /:\/\/(?:[^\s<>"`|\\[\]()]|\([^\s<>"`|\\[\]()]*\))+/y;
/** At the end of an address these belong to the sentence around it. */
const TRAILING = ".,;:!?'*_~";

function restAt(source: string, position: number): string {
  REST.lastIndex = position;
  const found = REST.exec(source)?.[0] ?? '';
  let end = found.length;
  while (end > 0 && TRAILING.includes(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}

function pushLink(state: StateInline, address: string): void {
  state.push('link_open', 'a', 1).attrSet('href', address);
  state.push('text', '', 0).content = address;
  state.push('link_close', 'a', -1);
}

/** The parser's published types omit `linkLevel`. */
function isInLink(state: StateInline): boolean {
  return (state as StateInline & { linkLevel: number }).linkLevel > 0;
}

function bareUrl(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3a || isInLink(state)) return false;
  const scheme = SCHEME.exec(state.src.slice(Math.max(0, state.pos - LONGEST_SCHEME), state.pos))?.[1];
  if (scheme === undefined || state.pending.length < scheme.length) return false;
  const rest = restAt(state.src, state.pos);
  if (rest.length <= '://'.length) return false;
  if (!silent) {
    state.pending = state.pending.slice(0, -scheme.length);
    pushLink(state, scheme + rest);
  }
  state.pos += rest.length;
  return true;
}

/** Links bare addresses in linear time. The parser's own linkifier is quadratic on addresses with open brackets. */
export function bareUrls(parser: MarkdownIt): void {
  parser.inline.ruler.after('text', 'bare_url', bareUrl);
}
