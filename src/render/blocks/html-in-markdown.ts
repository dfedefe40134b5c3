import type MarkdownIt from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';
import { RawHtml } from '../safety/raw-html.js';
import { DROPPED_WITH_TEXT } from '../safety/sanitise.js';
import type { NoteEnvironment } from './footnotes.js';

const TAG = /^<(\/?)([a-z]+)/i;

/** Elements that are left out with their text end in the same line of text, or only their tags are left out. */
function withoutOpenEnds(tokens: readonly Token[]): Token[] {
  const ends = new Map<string, number>();
  const tags = tokens.map(({ type, content }) => (type === 'html_inline' ? (TAG.exec(content) ?? []) : []));
  for (const [at, [, slash, name = '']] of tags.entries()) if (slash === '/') ends.set(name.toLowerCase(), at);
  return tokens.filter((_, at) => {
    const [, slash, name = ''] = tags[at] ?? [];
    const isDropped = slash === '' && DROPPED_WITH_TEXT.has(name.toLowerCase());
    return !isDropped || (ends.get(name.toLowerCase()) ?? -1) > at;
  });
}

class HtmlPlacer {
  readonly #state: StateCore;
  readonly #html: RawHtml;

  constructor(state: StateCore) {
    this.#state = state;
    this.#html = new RawHtml(state.env as NoteEnvironment);
  }

  placed(tokens: readonly Token[]): Token[] {
    this.#html.enter();
    return [...tokens.flatMap((token) => this.#place(token)), ...this.#ends()];
  }

  #place(token: Token): Token[] {
    if (token.type === 'html_block') token.content = this.#html.addBlock(token.content.trimEnd());
    else if (token.type === 'html_inline') token.content = this.#html.add(token.content);
    else if (token.children && token.type === 'inline') token.children = this.placed(withoutOpenEnds(token.children));
    else if (token.nesting === 1) this.#html.enter();
    else if (token.nesting === -1) return [...this.#ends(), token];
    else if (this.#html.isDropping) return [];
    return [token];
  }

  #ends(): Token[] {
    const end = new this.#state.Token('html_block', '', 0);
    end.content = this.#html.leave();
    return end.content === '' ? [] : [end];
  }
}

function hasHtml({ type, children }: Token): boolean {
  return type === 'html_block' || children?.some((child) => child.type === 'html_inline') === true;
}

/** Raw HTML is shown by the rules of the sanitizer. An element ends with what it stands in. */
export function htmlInMarkdown(parser: MarkdownIt): void {
  parser.core.ruler.push('raw_html', (state) => {
    if (state.tokens.some(hasHtml)) state.tokens = new HtmlPlacer(state).placed(state.tokens);
  });
}
