import type MarkdownIt from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';
import { hasLongAuthority } from '../../domain/web-address.js';
import { MAX_NESTING, TooDeepError } from '../limits.js';
import { imageElement, linkElement } from './page-elements.js';
import type { PageLinks } from './page-links.js';

const LANGUAGE = /^[a-z0-9+#._-]{1,40}$/i;
const SHOWN: ReadonlySet<string> = new Set(['text', 'text_special', 'code_inline']);
const ALIGNMENT = /^text-align:(left|center|right)$/;

/** The words of an image's description. The parser's own function leaves out escaped characters, entities and code. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (children) return wordsOf(children);
      if (SHOWN.has(type)) return content;
      return type === 'softbreak' || type === 'hardbreak' ? '\n' : '';
    })
    .join('');
}

function linksOf({ env }: StateCore): PageLinks | undefined {
  return (env as { links?: PageLinks }).links;
}

function imageTokens(state: StateCore, token: Token): Token[] {
  const described = { alt: wordsOf(token.children ?? []), title: token.attrGet('title'), links: linksOf(state) };
  const { tag, attributes, text } = imageElement(token.attrGet('src') ?? '', described);
  const shown = new state.Token('text', '', 0);
  shown.content = text;
  if (tag === 'img') {
    token.attrs = attributes;
    token.children = [shown];
    return [token];
  }
  const open = new state.Token('link_open', tag, 1);
  open.attrs = attributes;
  return [open, shown, new state.Token('link_close', tag, -1)];
}

function safeInline(state: StateCore, tokens: readonly Token[]): Token[] {
  const open: string[] = [];
  const links = linksOf(state);
  return tokens.flatMap((token) => {
    if (token.type === 'image') return imageTokens(state, token);
    if (token.type === 'link_open') {
      const { tag, attributes } = linkElement(token.attrGet('href') ?? '', { title: token.attrGet('title'), links });
      [token.tag, token.attrs] = [tag, attributes];
      open.push(tag);
    } else if (token.type === 'link_close') {
      token.tag = open.pop() ?? 'span';
    }
    return [token];
  });
}

/** The parser aligns by inline style, which the page's policy forbids. A class replaces it. */
function alignByClass(token: Token): void {
  const align = ALIGNMENT.exec(String(token.attrGet('style')))?.[1];
  token.attrs = align === undefined ? null : [['class', `align-${align}`]];
}

function makeSafe(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.children?.some(({ level }) => token.level + level > MAX_NESTING)) throw new TooDeepError();
    if (token.children) token.children = safeInline(state, token.children);
    else if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token);
    else if (token.type === 'fence') token.info = languageOf(state.md.utils.unescapeAll(token.info));
    else if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = steppedDown(token.tag);
  }
}

/** The page's only `h1` is its title. */
function steppedDown(tag: string): string {
  return `h${Math.min(6, Number(tag.slice(1)) + 1)}`;
}

function languageOf(info: string): string {
  const [word = ''] = info.trim().split(/\s/, 1);
  return LANGUAGE.test(word) ? word.toLowerCase() : '';
}

/** The parser leaves out a host of over 255 characters: the first name of the path would become the host. */
function keepHosts(parser: MarkdownIt): void {
  const normalise = parser.normalizeLink;
  parser.normalizeLink = (address) => (hasLongAuthority(address) ? '' : normalise(address));
}

export function safeTokens(parser: MarkdownIt): void {
  keepHosts(parser);
  parser.core.ruler.push('safe_tokens', makeSafe);
}
