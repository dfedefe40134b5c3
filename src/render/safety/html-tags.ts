import { Parser } from 'htmlparser2';

export type TagAttributes = Record<string, string>;

/** What is told of a text of HTML: names in small letters, without entities. */
export type TagReader = {
  open: (name: string, attributes: TagAttributes) => void;
  close: (name: string) => void;
  text: (text: string) => void;
};

/** Tells of tags one by one: it is to its reader which belong together. */
class TagParser extends Parser {
  readonly #html: string;
  readonly #close: TagReader['close'];

  constructor(html: string, { open, close, text }: TagReader) {
    super({ onopentag: open, ontext: text });
    this.#html = html;
    this.#close = close;
  }

  protected override isVoidElement(): boolean {
    return true;
  }

  override onclosetag(start: number, end: number): void {
    this.#close(this.#html.slice(start, end).toLowerCase());
  }
}

/** As browsers find them, in a time that grows with the text. */
export function readTags(html: string, reader: TagReader): void {
  new TagParser(html, reader).end(html);
}
