import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type TagAttributes = Record<string, string>;

/** What is told of a text of HTML: names in small letters, without entities. */
export type TagReader = {
  open: (name: string, attributes: TagAttributes) => void;
  close: (name: string) => void;
  text: (text: string) => void;
};

const KNOWN_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'align alt cite class colspan datetime dir height href id lang name open reversed rowspan scope span src start ' +
    'style title type value width'
  ).split(' '),
);

/** Comments, declarations and what is not finished are not told. */
class Events implements TokenizerCallbacks {
  readonly #html: string;
  readonly #reader: TagReader;
  #name = '';
  #attributes: TagAttributes = {};
  #attribute = '';
  #value = '';

  constructor(html: string, reader: TagReader) {
    this.#html = html;
    this.#reader = reader;
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#lower(start, end);
    this.#attributes = {};
  }
  onattribname(start: number, end: number): void {
    this.#attribute = this.#lower(start, end);
    this.#value = '';
  }
  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }
  onattribentity(code: number): void {
    this.#value += String.fromCodePoint(code);
  }
  onattribend(): void {
    if (KNOWN_ATTRIBUTES.has(this.#attribute)) this.#attributes[this.#attribute] ??= this.#value;
  }
  onopentagend(): void {
    this.#reader.open(this.#name, this.#attributes);
  }
  onselfclosingtag(): void {
    this.onopentagend();
  }
  onclosetag(start: number, end: number): void {
    this.#reader.close(this.#lower(start, end));
  }
  ontext(start: number, end: number): void {
    this.#reader.text(this.#html.slice(start, end));
  }
  ontextentity(code: number): void {
    this.#reader.text(String.fromCodePoint(code));
  }
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  #lower(start: number, end: number): string {
    return this.#html.slice(start, end).toLowerCase();
  }
}

/** As browsers find them. The time grows with the text. */
export function readTags(html: string, reader: TagReader): void {
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, new Events(html, reader));
  tokenizer.write(html);
  tokenizer.end();
}
