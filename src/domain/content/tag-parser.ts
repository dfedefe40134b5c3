import { Parser } from 'htmlparser2';

/** Elements whose text is on no page. Others that are not shown lose their tags alone. */
export const DROPPED_WITH_TEXT: ReadonlySet<string> = new Set(
  (
    'script style textarea option select title template noscript iframe object svg math xmp plaintext noembed ' +
    'noframes'
  ).split(' '),
);
/** What begins a tag of JSX. */
export const COMPONENT = /<(?=\/?[A-Z])/g;

export type TagAttributes = Readonly<Record<string, string>>;

/** From `start` to `end` in the HTML. */
export type HtmlRange = { start: number; end: number };
/** `count`: of its attributes. Those of one name are one in what is read. */
export type TagRange = HtmlRange & { count: number };

/**
 * A reader of HTML text hears of these: names in small letters, without entities. Of elements that are left out with
 * their text, and of all within them, it hears nothing.
 */
type TagReader = {
  open: (name: string, attributes: TagAttributes, place: TagRange) => void;
  close: (name: string, place: HtmlRange) => void;
  text: (text: string, place: HtmlRange) => void;
};

/** Tells of tags as browsers find them, one by one: it is to its reader which belong together. */
class TagParser extends Parser {
  readonly #html: string;
  readonly #reader: TagReader;
  #tag = { start: 0, count: 0 };
  #text: HtmlRange = { start: 0, end: 0 };
  /** The element that is left out with its text. */
  #dropped = '';

  constructor(html: string, reader: TagReader) {
    super({
      onopentag: (name, attributes) => this.#open(name, attributes),
      onattribute: () => void (this.#tag.count += 1),
      ontext: (text) => {
        if (this.#dropped === '') reader.text(text, this.#text);
      },
    });
    this.#html = html;
    this.#reader = reader;
  }

  protected override isVoidElement(): boolean {
    return true;
  }

  override onopentagname(start: number, end: number): void {
    this.#tag = { start: start - '<'.length, count: 0 };
    super.onopentagname(start, end);
  }

  /** Of a tag that nothing ends, the library tells the last character as a text without a start. */
  override ontext(start: number, end: number): void {
    if (start < 0) return;
    this.#text = { start, end };
    super.ontext(start, end);
  }

  override ontextentity(code: number, end: number): void {
    this.#text = { start: this.#html.lastIndexOf('&', end - 1), end };
    super.ontextentity(code, end);
  }

  override onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    if (this.#dropped !== '') {
      if (name === this.#dropped) this.#dropped = '';
      return;
    }
    const last = this.#html.indexOf('>', end);
    const place = { start: start - '</'.length, end: last === -1 ? this.#html.length : last + 1 };
    this.#reader.close(name, place);
  }

  #open(name: string, attributes: TagAttributes): void {
    if (this.#dropped !== '') return;
    if (DROPPED_WITH_TEXT.has(name)) this.#dropped = name;
    else this.#reader.open(name, attributes, { ...this.#tag, end: this.endIndex + 1 });
  }
}

export function readTags(html: string, reader: TagReader): void {
  new TagParser(html, reader).end(html);
}
