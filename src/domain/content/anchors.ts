const LONGEST_SLUG = 200;
/** Some letters become longer in lower case. */
const LOOKED_AT = 2 * LONGEST_SLUG;
const OTHERS = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]+/gu;
const WITHOUT_WORDS = 'section';

/** As GitHub makes them: letters, digits, dashes and underscores mean nothing in HTML or in an address. */
function slugOf(words: string): string {
  const whole = words.slice(0, LOOKED_AT).toLowerCase().replace(OTHERS, '').replaceAll(' ', '-');
  return whole.slice(0, LONGEST_SLUG).replace(/[\uD800-\uDBFF]$/, '') || WITHOUT_WORDS;
}

/** The identifiers of a document's headings, in their order: each is unique, and the same in all parts. */
export class Anchors {
  readonly #taken = new Map<string, number>();

  /** `own`: the name that the heading gives itself. */
  next(words: string, own?: string): string {
    const slug = own ?? slugOf(words);
    let anchor = slug;
    for (let number = this.#taken.get(slug) ?? 0; this.#taken.has(anchor); anchor = `${slug}-${number}`) {
      number += 1;
      this.#taken.set(slug, number);
    }
    this.#taken.set(anchor, this.#taken.get(anchor) ?? 0);
    return anchor;
  }
}

/** Its letters and digits. Other generators drop less than `slugOf`, or put dashes in other places. */
export function bareAnchor(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{Alphabetic}\p{M}\p{Nd}]+/gu, '');
}

const OF_PAGE = /^fn(?:ref)?:/;
/** As `## Title ## {#name}` has them. */
const CLOSING_MARKS = /[ \t]#+$/;
const OWN_NAME = /^\{:?[ \t]*#([\p{L}\p{N}_:.-]{1,100})[ \t]*\}$/u;

/** Whether a page calls its footnotes so, or the references to them. No content can. */
export function isOfPage(name: string): boolean {
  return OF_PAGE.test(name);
}

/** `part`: of the document, from 1. */
type NamedPlace = { name: string; part: number };

/** The places of a document that a fragment may name. */
export class NamedPlaces {
  readonly #parts: ReadonlyMap<string, number>;
  #names: ReadonlyMap<string, string> | undefined;

  /** `parts`: the part of each name. */
  constructor(parts: ReadonlyMap<string, number>) {
    this.#parts = parts;
  }

  /** The place of the name, else the first one whose name has the same letters. Undefined: there is none. */
  find(fragment: string): NamedPlace | undefined {
    if (isOfPage(fragment)) return undefined;
    const name = this.#parts.has(fragment) ? fragment : this.#ofLetters(bareAnchor(fragment));
    const part = name === undefined ? undefined : this.#parts.get(name);
    return name === undefined || part === undefined ? undefined : { name, part };
  }

  #ofLetters(letters: string): string | undefined {
    this.#names ??= new Map([...this.#parts.keys()].reverse().map((name) => [bareAnchor(name), name]));
    return this.#names.get(letters);
  }
}

/** A Markdown heading without the name that it gives itself, as `{#name}` at its end, and without marks before that. */
export function withoutOwnName(content: string): { content: string; own: string | undefined } {
  const whole = content.trimEnd();
  const start = whole.endsWith('}') ? whole.lastIndexOf('{') : -1;
  const [, own] = OWN_NAME.exec(whole.slice(Math.max(0, start))) ?? [];
  const shown = whole.slice(0, Math.max(0, start)).trimEnd().replace(CLOSING_MARKS, '').trimEnd();
  const isName = own !== undefined && !isOfPage(own) && shown !== '' && !shown.endsWith('\\');
  return isName ? { content: shown, own } : { content, own: undefined };
}
