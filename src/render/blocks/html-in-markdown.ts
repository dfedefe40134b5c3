import type MarkdownIt from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';
import { RawHtml } from '../safety/raw-html.js';
import type { NoteEnvironment } from './footnotes.js';

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
    if (token.type === 'html_block')
      token.content = this.#html.addBlock(token.content.trimEnd(), headingNamesOf(token));
    else if (token.type === 'html_inline') token.content = this.#html.add(token.content);
    else if (token.children && token.type === 'inline') token.children = this.placed(token.children);
    else if (token.nesting === 1) this.#html.enter();
    else if (token.nesting === -1) return [...this.#ends(), token];
    return [token];
  }

  #ends(): Token[] {
    const end = new this.#state.Token('html_block', '', 0);
    end.content = this.#html.leave();
    return end.content === '' ? [] : [end];
  }
}

/** As `addBlock` takes them: those of raw HTML in a list or a quote. */
export function headingNamesOf({ meta }: Token): readonly (string | undefined)[] | undefined {
  return (meta as { headingNames?: (string | undefined)[] } | null)?.headingNames;
}

function hasHtml({ type, children }: Token): boolean {
  return type === 'html_block' || children?.some((child) => child.type === 'html_inline') === true;
}

/** Raw HTML is shown as elements that are safe. An element ends with what it stands in. */
export function htmlInMarkdown(parser: MarkdownIt): void {
  parser.core.ruler.push('raw_html', (state) => {
    if (state.tokens.some(hasHtml)) state.tokens = new HtmlPlacer(state).placed(state.tokens);
  });
}
