import { StringStream } from '@codemirror/streamparser';
import type { CodeParser } from './code-languages.js';
import { escapeHtml } from '../safety/escape.js';

/** The time of some parsers grows with the square of a line, or with the brackets that are open. */
const LONGEST_LINE = 200;
const MOST_OPEN = 50;
/** The time of some parsers grows with the square of the lines that begin something and end nothing. */
const MOST_CHARACTERS = 30_000;
/** A parser may read nothing, and change its state, so many times. */
const MOST_IDLE = 10;
/** The time of the parser of YAML grows with the cube of such a gap. */
const LONG_GAP = /\S\s{7,}\S/;
const TAB = 4;
const INDENT = 2;

/** The class of each kind of token. Others have none. */
const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'attribute def property propertyName variableName',
    c: 'comment',
    k: 'keyword bracket macroName modifier',
    l: 'atom bool literal null number unit',
    m: 'meta',
    s: 'character regexp string',
    t: 'attribute builtin def tag type typeName',
    i: 'inserted',
    d: 'deleted',
  }).flatMap(([name, kinds]) => kinds.split(' ').map((kind) => [kind, name] as const)),
);

function classOf(style: string | null): string {
  for (const kind of style?.split(' ') ?? []) {
    const name = CLASSES.get(kind.split('.', 1)[0] ?? '');
    if (name !== undefined) return name;
  }
  return '';
}

/** The brackets that are open after a line, if `open` were before it. */
function openAfter(line: string, open: number): number {
  let now = open;
  for (const character of line) {
    if ('([{<'.includes(character)) now += 1;
    else if (')]}>'.includes(character) && now > 0) now -= 1;
  }
  return now;
}

function readToken(parser: CodeParser, stream: StringStream, state: unknown): string {
  stream.start = stream.pos;
  for (let tries = 0; tries < MOST_IDLE; tries += 1) {
    const style = parser.token(stream, state);
    if (stream.pos > stream.start) return classOf(style);
  }
  stream.next();
  return '';
}

function span(name: string, text: string): string {
  return name === '' ? escapeHtml(text) : `<span class="${name}">${escapeHtml(text)}</span>`;
}

/** Neighbours of one class share an element. */
function highlightedLine(line: string, parser: CodeParser, state: unknown): string {
  if (line === '') parser.blankLine?.(state, INDENT);
  const stream = new StringStream(line, TAB, INDENT);
  let [html, pending, before] = ['', '', ''];
  while (!stream.eol()) {
    const name = readToken(parser, stream, state);
    if (name !== before) {
      html += span(before, pending);
      [pending, before] = ['', name];
    }
    pending += stream.current();
  }
  return html + span(before, pending);
}

/** Code as safe HTML, its tokens in elements by their kinds. What would take too long, or fails, is as written. */
export function highlighted(code: string, parser: CodeParser): string {
  const lines = code.split('\n');
  const written: string[] = [];
  let [open, read] = [0, 0];
  try {
    const state = parser.startState?.(INDENT) ?? {};
    for (const line of lines) {
      const text = line.trimEnd();
      const isShort = text.length <= LONGEST_LINE && !(parser.name === 'yaml' && LONG_GAP.test(text));
      if (isShort) open = openAfter(text, open);
      read += line.length + 1;
      if (open > MOST_OPEN || read > MOST_CHARACTERS) break;
      written.push(isShort ? highlightedLine(text, parser, state) + line.slice(text.length) : escapeHtml(line));
    }
  } catch {
    // The parsers are lenient, but not proven to be.
  }
  return [...written, ...lines.slice(written.length).map(escapeHtml)].join('\n');
}
