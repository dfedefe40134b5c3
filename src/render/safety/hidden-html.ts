import {
  COMPONENT,
  readTags,
  type HtmlRange,
  type TagAttributes,
  type TagRange,
} from '../../domain/content/tag-parser.js';
import { edited, type Edit } from '../../markdown/notes/uses.js';
import { LIST_SEPARATOR as EMPTY_COMMENT } from '../../markdown/html.js';
import { writeAttributes } from './escape.js';
import { shownNames } from './safe-element.js';

/** At the beginning of lines of HTML, so that those after it stay HTML. */
const EMPTY_ELEMENT = '<div></div>';
const PLAIN_END = /^<\/[a-z0-9]+\s*>$/i;

/** What a page shows of a piece of HTML is told to it in the order of the text; what lies between is hidden. */
class HiddenParts {
  readonly edits: Edit[] = [];
  readonly #html: string;
  #at = 0;
  #isBlank = true;

  constructor(html: string) {
    this.#html = html;
  }

  show({ start, end }: HtmlRange, text = this.#html.slice(start, end)): void {
    if (start > this.#at) this.edits.push({ start: this.#at, end: start, text: this.#instead(start) });
    if (text !== this.#html.slice(start, end)) this.edits.push({ start, end, text });
    this.#isBlank &&= text.trim() === '';
    this.#at = end;
  }

  finish(): Edit[] {
    const { length } = this.#html;
    if (this.#isBlank && this.#html.trim() !== '') return [{ start: 0, end: length, text: EMPTY_COMMENT }];
    return this.#at === length ? this.edits : [...this.edits, { start: this.#at, end: length, text: '' }];
  }

  #instead(end: number): string {
    return this.#at === 0 && this.#html.includes('\n', end) ? EMPTY_ELEMENT : EMPTY_COMMENT;
  }
}

/** Neither a line end nor a pipe, which would mean something in Markdown. */
function written(name: string, attributes: TagAttributes, names: readonly string[]): string {
  const kept = writeAttributes(names.map((key) => [key, attributes[key] ?? '']));
  return `<${name}${kept.replaceAll('\n', '&#10;').replaceAll('|', '&#124;')}>`;
}

/**
 * The parts of a piece of untrusted HTML that no page shows, as `RawHtml` reads it, and what takes their place: nothing
 * around them means anything else. All is one part if nothing is shown. `isJsx`: as in `HtmlPlace`.
 */
export function hiddenHtml(html: string, isJsx = false): Edit[] {
  const parts = new HiddenParts(html);
  const open = (name: string, attributes: TagAttributes, place: TagRange): void => {
    const names = shownNames(name, attributes);
    if (names?.length === place.count) parts.show(place);
    else if (names) parts.show(place, written(name, attributes, names));
  };
  const close = (name: string, place: HtmlRange): void => {
    const isPlain = PLAIN_END.test(html.slice(place.start, place.end));
    if (shownNames(name, {})) parts.show(place, isPlain ? undefined : `</${name}>`);
  };
  const text = (_: string, place: HtmlRange): void => parts.show(place);
  // Of the same length, so that places stay.
  readTags(isJsx ? html.replace(COMPONENT, '\uFFFD') : html, { open, close, text });
  return parts.finish();
}

/** HTML as it is written, without the parts that no page shows; empty if there are no others. */
export function shownHtml(html: string, isJsx = false): string {
  const shown = edited(html, hiddenHtml(html, isJsx));
  return shown === EMPTY_COMMENT ? '' : shown;
}
