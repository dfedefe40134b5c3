import { HEADING, identifierOf } from '../../domain/content/html-headings.js';
import { COMPONENT, readTags, type TagAttributes } from '../../domain/content/tag-parser.js';
import { escapeHtml, writeAttributes } from './escape.js';
import type { PageLinks } from './page-links.js';
import { isPhrasing, safeElement, VOID_TAGS } from './safe-element.js';
import { MAX_NESTING } from '../limits.js';

/** `name`: as it is written. `close`: what ends it on the page. */
type OpenElement = { name: string; close: string };

/** Characters of what `end` gives. */
export const MOST_ENDS = MAX_NESTING * '</table></div>'.length;

/**
 * `ids`: those that the page has. `links`: where its links lead. `isJsx`: components are shown as text. `isHeading`: of
 * other elements than those within a line, the tags go.
 */
export type HtmlPlace = { ids?: Set<string>; links?: PageLinks; isJsx?: boolean; isHeading?: boolean };

const TABLE_PARTS: ReadonlySet<string> = new Set('table caption thead tbody tfoot tr td th'.split(' '));
/** What Markdown between raw HTML cannot be in. */
const ENDED_WITH_PIECE: ReadonlySet<string> = new Set('p pre h1 h2 h3 h4 h5 h6'.split(' '));

type Names = readonly string[];

/** What elements end that have no end tag, unless one of the last list is nearer. */
const IMPLIED: ReadonlyMap<string, { ended: Names; within: Names }> = new Map(
  (
    [
      ['li', 'li', 'ul ol menu'],
      ['dt dd', 'dt dd', 'dl'],
      ['td th', 'td th', 'tr table'],
      ['tr', 'tr caption', 'table'],
      ['thead tbody tfoot', 'thead tbody tfoot caption', 'table'],
      ['a', 'a', 'td th table'],
    ] as const
  ).flatMap(([names, ended, within]) =>
    names.split(' ').map((name) => [name, { ended: ended.split(' '), within: within.split(' ') }] as const),
  ),
);

/**
 * Untrusted HTML, piece by piece, as safe HTML. An element may begin in one piece and end in a later one. All that is
 * written here is balanced once `leave` has been called for each `enter`, and `end`.
 */
export class RawHtml {
  /** Of the page: no identifier is given twice. */
  readonly #ids: Set<string>;
  readonly #links: PageLinks | undefined;
  readonly #isJsx: boolean;
  readonly #isHeading: boolean;
  readonly #open: OpenElement[] = [];
  /** Elements below them are not ended: something stands between that is not raw HTML. */
  readonly #floors: number[] = [];
  #written = '';
  /** Of the headings of this piece that are to come. */
  #names: (string | undefined)[] = [];

  constructor({ ids = new Set(), links, isJsx = false, isHeading = false }: HtmlPlace = {}) {
    this.#ids = ids;
    this.#links = links;
    this.#isJsx = isJsx;
    this.#isHeading = isHeading;
  }

  /** A piece within a line. */
  add(html: string): string {
    this.#written = '';
    readTags(this.#isJsx ? html.replace(COMPONENT, '&lt;') : html, {
      open: (name, attributes) => this.#begin(name, attributes),
      close: (name) => this.#finish(name),
      text: (text) => void (this.#written += escapeHtml(text)),
    });
    return this.#written;
  }

  /**
   * A piece of whole lines, after which blocks of Markdown may come. `names`: among the identifiers of the page, those
   * of its headings that have none of their own.
   */
  addBlock(html: string, names: readonly (string | undefined)[] = []): string {
    this.#names = [...names].reverse();
    const written = this.add(html);
    this.#names = [];
    const isEnded = ({ name, close }: OpenElement) => ENDED_WITH_PIECE.has(name) && close !== '</div>';
    const at = this.#open.findIndex((each, index) => index >= this.#floor && isEnded(each));
    return at === -1 ? written : written + this.#endFrom(at);
  }

  /** An element begins that is not raw HTML. */
  enter(): void {
    this.#floors.push(this.#open.length);
  }

  /** It ends: what ends the raw HTML in it. */
  leave(): string {
    const ended = this.#endFrom(this.#floor);
    this.#floors.pop();
    return ended;
  }

  /** What ends all. */
  end(): string {
    return this.#endFrom(0);
  }

  /** Takes back what was begun since. */
  mark(): () => void {
    const open = [...this.#open];
    return () => void this.#open.splice(0, this.#open.length, ...open);
  }

  get #floor(): number {
    return this.#floors.at(-1) ?? 0;
  }

  #endFrom(at: number): string {
    return this.#open
      .splice(at)
      .reverse()
      .map(({ close }) => close)
      .join('');
  }

  #begin(name: string, given: TagAttributes): void {
    const ownName = HEADING.test(name) ? this.#names.pop() : undefined;
    const element = this.#isHeading && !isPhrasing(name) ? undefined : safeElement(name, given, this.#links);
    if (element === undefined) return;
    this.#endImplied(name);
    const { attributes, text } = element;
    // Authors align the Markdown after it, too.
    const tag = name === 'p' && attributes.some(([key]) => key === 'class') ? 'div' : element.tag;
    if (name === 'img' && tag !== 'img' && this.#open.some((each) => each.name === 'a')) {
      this.#written += escapeHtml(text);
      return;
    }
    const open = `<${tag}${writeAttributes([...attributes, ...this.#identifier(name, given, ownName)])}>`;
    if (VOID_TAGS.has(name)) this.#written += tag === name ? open : `${open}${escapeHtml(text)}</${tag}>`;
    else if (this.#open.length < MAX_NESTING) this.#push(name, open, `</${tag}>`);
  }

  #push(name: string, open: string, close: string): void {
    const isTable = name === 'table';
    this.#written += isTable ? `<div class="scroll" tabindex="0">${open}` : open;
    this.#open.push({ name, close: isTable ? `${close}</div>` : close });
  }

  /** An end tag without its element is left out. One within a cell ends nothing around its table. */
  #finish(name: string): void {
    this.#endNearest([name], (each) => TABLE_PARTS.has(each) && !TABLE_PARTS.has(name));
  }

  #endImplied(name: string): void {
    const implied = IMPLIED.get(name);
    if (implied) this.#endNearest(implied.ended, (each) => implied.within.includes(each));
    if (!isPhrasing(name)) this.#endNearest(['p'], (each) => TABLE_PARTS.has(each));
  }

  #endNearest(ended: Names, isWithin: (name: string) => boolean): void {
    const at = this.#open.findLastIndex(({ name }) => ended.includes(name) || isWithin(name));
    if (at >= this.#floor && ended.includes(this.#open[at]?.name ?? '')) this.#written += this.#endFrom(at);
  }

  #identifier(name: string, given: TagAttributes, ownName: string | undefined): [string, string][] {
    if (ownName !== undefined) return [['id', ownName]];
    const found = identifierOf(name, given);
    if (found === undefined || this.#ids.has(found)) return [];
    this.#ids.add(found);
    return [['id', found]];
  }
}
