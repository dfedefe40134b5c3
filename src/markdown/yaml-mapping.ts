import { isMap, Lexer, LineCounter, parseDocument, Parser, type Document } from 'yaml';
import { JSON_LEVELS } from '../domain/limits.js';
import type { JsonObject } from '../domain/json.js';
import { MarkdownError } from './markdown-error.js';

/** `lineOf`: the line of a key in the file, from 1. */
export type Mapping = { values: JsonObject; lineOf: (key: string) => number };

/** The library's errors with excerpts, and its search for repeated keys, take time that grows with the square. */
const OPTIONS = { schema: 'core', prettyErrors: false, uniqueKeys: false } as const;

/** Each level has one of them. */
const LEVEL_MARKS = /[-?:[{]/g;

/** Each level is a collection and a value of it. */
const LARGEST_STACK = 2 * JSON_LEVELS;

/** The library makes documents by recursion, and a full stack can end the process. */
function checkDepth(yaml: string): void {
  if ((yaml.match(LEVEL_MARKS) ?? []).length < JSON_LEVELS) return;
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(yaml)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > LARGEST_STACK) {
      throw new MarkdownError(1, `the front matter has more than ${JSON_LEVELS} levels`);
    }
  }
}

type Key = { name: string; offset: number };

function keysOf({ contents }: Document.Parsed): Key[] {
  return isMap(contents) ? contents.items.map(({ key }) => ({ name: String(key), offset: key.range[0] })) : [];
}

function checkKeys(keys: readonly Key[], lineAt: (offset: number) => number): void {
  const names = new Set<string>();
  for (const { name, offset } of keys) {
    if (names.has(name)) throw new MarkdownError(lineAt(offset), `the front matter has ${name} twice`);
    names.add(name);
  }
}

/** As JSON has it. Aliases may multiply, or contain themselves. */
function valuesOf(document: Document.Parsed): JsonObject {
  try {
    return JSON.parse(JSON.stringify(document.toJS())) as JsonObject;
  } catch (cause) {
    throw new MarkdownError(1, 'the front matter has aliases that cannot be resolved', { cause });
  }
}

/** Undefined if the YAML is no mapping. Raises `MarkdownError` if it is no YAML. */
export function parseMapping(yaml: string): Mapping | undefined {
  checkDepth(yaml);
  const lineCounter = new LineCounter();
  /** The front matter begins on the second line of the file. */
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + 1;
  const document = parseDocument(yaml, { ...OPTIONS, lineCounter });
  const [error] = document.errors;
  if (error) throw new MarkdownError(lineAt(error.pos[0]), `the front matter is not YAML: ${error.code}`);
  if (!isMap(document.contents)) return undefined;
  const keys = keysOf(document);
  checkKeys(keys, lineAt);
  const lineOf = (key: string): number => lineAt(keys.find(({ name }) => name === key)?.offset ?? 0);
  return { values: valuesOf(document), lineOf };
}
