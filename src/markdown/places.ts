export type Lines = { texts: readonly string[]; starts: readonly number[] };

export function linesOf(source: string): Lines {
  const texts = source.split('\n');
  const starts: number[] = [];
  let start = 0;
  for (const text of texts) {
    starts.push(start);
    start += text.length + 1;
  }
  return { texts, starts };
}

/** Where a position in a token's content is in the source. */
export type PlaceOf = (position: number) => number;

function countUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the words of a line end. A heading can have marks after them. */
function endOfWords(line: string, words: string): number {
  const text = line.trimEnd();
  return text.endsWith(words) ? text.length : text.replace(/(?<!#)#+$/, '').trimEnd().length;
}

/** For a paragraph or a heading. Marks of what holds it are before its lines, so these are found from the right. */
export function placesInLines(lines: Lines, first: number, content: string): PlaceOf {
  const own = linesOf(content);
  const shifts = own.texts.map((text, at) => {
    const words = text.trim();
    const inSource = (lines.starts[first + at] ?? 0) + endOfWords(lines.texts[first + at] ?? '', words) - words.length;
    const inContent = text.trimEnd().length - words.length;
    return inSource - (own.starts[at] ?? 0) - inContent;
  });
  return (position) => position + (shifts[countUpTo(own.starts, position) - 1] ?? 0);
}

/** For the cells of a table's row, from left to right. The parser drops the backslash before each pipe in a cell. */
export class RowPositions {
  readonly #line: string;
  readonly #start: number;
  #from = 0;

  constructor(lines: Lines, line: number) {
    this.#line = lines.texts[line] ?? '';
    this.#start = lines.starts[line] ?? 0;
  }

  cell(content: string): PlaceOf {
    const written = content.replaceAll('|', '\\|');
    const found = Math.max(this.#from, this.#line.indexOf(written, this.#from));
    this.#from = found + written.length;
    const pipes = [...content.matchAll(/\|/g)].map(({ index }) => index);
    return (position) => this.#start + found + position + countUpTo(pipes, position - 1);
  }
}
