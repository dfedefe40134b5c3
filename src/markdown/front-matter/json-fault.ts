const BLANKS = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![\w.+-])/y;

/** What may come: of `value or end` and `key or end`, the end is that of an empty list or object. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** How far a text is JSON. */
class JsonReader {
  readonly #text: string;
  readonly #open: ('[' | '{')[] = [];
  #expected: Expected = 'value';
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The place of the first character that is none of JSON. */
  fault(): number {
    do this.#take(BLANKS);
    while (this.#step());
    return this.#at;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #step(): boolean {
    const mark = this.#text[this.#at];
    const isEnd = mark === (this.#open.at(-1) === '[' ? ']' : '}');
    if (isEnd && this.#expected.endsWith('or end')) return this.#pass(this.#open.pop() && 'comma or end');
    switch (this.#expected) {
      case 'colon':
        return mark === ':' && this.#pass('value');
      case 'comma or end':
        return mark === ',' && this.#open.length > 0 && this.#pass(this.#open.at(-1) === '[' ? 'value' : 'key');
      case 'key':
      case 'key or end':
        return this.#take(TEXT) && this.#expect('colon');
      default:
        return this.#value(mark);
    }
  }

  #value(mark: string | undefined): boolean {
    if (mark !== '[' && mark !== '{') return (this.#take(TEXT) || this.#take(SCALAR)) && this.#expect('comma or end');
    this.#open.push(mark);
    return this.#pass(mark === '[' ? 'value or end' : 'key or end');
  }

  #pass(next: Expected | undefined): boolean {
    this.#at += 1;
    return next !== undefined && this.#expect(next);
  }

  #expect(next: Expected): true {
    this.#expected = next;
    return true;
  }
}

/** The line, from 1, where a text is no JSON any more. Not all engines tell it. */
export function lineOfJsonFault(text: string): number {
  return text.slice(0, new JsonReader(text).fault()).split('\n').length;
}
