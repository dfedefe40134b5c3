import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  Parser,
  visit,
  type Document,
  type Node,
} from 'yaml';
import { JSON_LEVELS } from '../../domain/limits.js';
import type { JsonObject } from '../../domain/json.js';
import { MarkdownError } from '../markdown-error.js';

/** `lineOf`: the line of a key in the file, from 1. */
export type Mapping = { values: JsonObject; lineOf: (key: string) => number };

/** `firstLine`: in the file. `texts`: keys whose values, alone or in a list, are texts. JSON is YAML. */
export type YamlOptions = { language: 'YAML' | 'JSON'; firstLine: number; texts: readonly string[] };

/**
 * Merges are of YAML 1.1, and a draft may come by one. The library's errors with excerpts, and its search for repeated
 * keys, take time that grows with the square.
 */
const OPTIONS = { schema: 'core', prettyErrors: false, uniqueKeys: false, merge: true } as const;
type LineAt = (offset: number) => number;

/** Each level has one of them. */
const LEVEL_MARKS = /[-?:[{]/g;

/** Each level is a collection and a value of it. */
const LARGEST_STACK = 2 * JSON_LEVELS;

/** The library makes documents by recursion, and a full stack can end the process. */
function checkDepth(yaml: string, firstLine: number): void {
  if ((yaml.match(LEVEL_MARKS) ?? []).length < JSON_LEVELS) return;
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(yaml)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > LARGEST_STACK) {
      const line = yaml.slice(0, parser.offset).split('\n').length - 1 + firstLine;
      throw new MarkdownError(line, `the front matter has more than ${JSON_LEVELS} levels`);
    }
  }
}

type Key = { name: string; offset: number };

function keysOf({ contents }: Document.Parsed): Key[] {
  return isMap(contents) ? contents.items.map(({ key }) => ({ name: String(key), offset: key.range[0] })) : [];
}

function checkKeys(keys: readonly Key[], lineAt: LineAt): void {
  const names = new Set<string>();
  for (const { name, offset } of keys) {
    if (names.has(name)) throw new MarkdownError(lineAt(offset), `the front matter has ${name} twice`);
    names.add(name);
  }
}

/**
 * JSON has neither lists and mappings as keys, nor what YAML's tags make of values, such as sets. A number that JSON
 * would write in another way becomes the text that is written: `1.10` is not `1.1`.
 */
function checkNodes(document: Document.Parsed, lineAt: LineAt): void {
  const refuse = ({ range }: Node, what: string): never => {
    throw new MarkdownError(lineAt(range?.[0] ?? 0), `the front matter has ${what}, which metadata cannot have`);
  };
  visit(document, {
    Pair: (_, { key }) => {
      const named = isAlias(key) ? key.resolve(document) : key;
      if (isCollection(named)) refuse(key as Node, 'a list or mapping as a key');
    },
    Value: (_, node) => {
      const [, kind] = OF_YAML.exec(node.tag ?? '') ?? [];
      if (kind !== undefined && !PLAIN_KINDS.includes(kind)) refuse(node, `a value of the tag !!${kind}`);
      if (isScalar(node) && typeof node.value === 'number' && JSON.stringify(node.value) !== node.source) {
        node.value = node.source;
      }
    },
  });
}

const OF_YAML = /^tag:yaml\.org,2002:(.*)/;
const PLAIN_KINDS = ['map', 'seq', 'str', 'int', 'float', 'bool', 'null', 'timestamp'];

/** As it is written: `True` is not `true`. */
function keepAsWritten(node: unknown): void {
  if (isSeq(node)) node.items.forEach(keepAsWritten);
  else if (isScalar(node) && ['number', 'boolean'].includes(typeof node.value)) node.value = node.source;
}

/** As JSON has it. Aliases may multiply, or contain themselves. */
function valuesOf(document: Document.Parsed, lineAt: LineAt): JsonObject {
  try {
    return JSON.parse(JSON.stringify(document.toJS())) as JsonObject;
  } catch (cause) {
    throw new MarkdownError(lineAt(offsetOfAlias(document)), 'the front matter has aliases that cannot be resolved', {
      cause,
    });
  }
}

/** Of the first key whose value has no JSON. */
function offsetOfAlias(document: Document.Parsed): number {
  const items = isMap(document.contents) ? document.contents.items : [];
  const found = items.find(({ value }) => {
    try {
      JSON.stringify(value?.toJS(document));
      return false;
    } catch {
      return true;
    }
  });
  return found?.key.range[0] ?? 0;
}

/** Undefined if it is no mapping. Raises `MarkdownError` if it is no YAML, or has values that JSON does not have. */
export function parseMapping(yaml: string, { language, firstLine, texts }: YamlOptions): Mapping | undefined {
  checkDepth(yaml, firstLine);
  const lineCounter = new LineCounter();
  const lineAt: LineAt = (offset) => lineCounter.linePos(offset).line - 1 + firstLine;
  const document = parseDocument(yaml, { ...OPTIONS, lineCounter });
  const [error] = document.errors;
  if (error) throw new MarkdownError(lineAt(error.pos[0]), `the front matter is not ${language}: ${error.code}`);
  if (!isMap(document.contents)) return undefined;
  const keys = keysOf(document);
  checkKeys(keys, lineAt);
  for (const name of texts) keepAsWritten(document.get(name, true));
  checkNodes(document, lineAt);
  const lineOf = (key: string): number => lineAt(keys.find(({ name }) => name === key)?.offset ?? 0);
  return { values: valuesOf(document, lineAt), lineOf };
}
