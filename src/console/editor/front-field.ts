import {
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  Scalar,
  stringify,
  YAMLSeq,
  type Document,
  type ParsedNode,
} from 'yaml';
import type { JsonObject } from '../../domain/json.js';

/** A list is one of tags. */
export type FrontField = { key: string; value: string | readonly string[] };

const READING = { schema: 'core', prettyErrors: false, uniqueKeys: false } as const;
/** Readers of YAML 1.1 must read the same values. */
const WRITING = { lineWidth: 0, compat: 'yaml-1.1', flowCollectionPadding: false } as const;

export function hasField(yaml: string, key: string): boolean {
  return (valuesOf(parseDocument(yaml, READING))[key] ?? '') !== '';
}

/**
 * YAML with another value of a key. Everything else stays to the byte: comments, order, quotes. Only where the value
 * cannot be replaced at its place, as in braces, the library writes the whole anew. Raises an error if another value
 * refers to it.
 */
export function withField(yaml: string, field: FrontField): string {
  const document = parseDocument(yaml, READING);
  const wanted = JSON.stringify({ ...valuesOf(document), [field.key]: field.value });
  const written = replaced(document, yaml, field);
  const read = parseDocument(written, READING);
  if (read.errors.length === 0 && JSON.stringify(valuesOf(read)) === wanted) return written;
  document.set(field.key, document.createNode(field.value));
  return document.toString(WRITING);
}

function valuesOf(document: Document.Parsed): JsonObject {
  return (document.toJS() ?? {}) as JsonObject;
}

function replaced({ contents }: Document.Parsed, yaml: string, field: FrontField): string {
  const pairs = isMap(contents) ? contents.items : [];
  const pair = pairs.find(({ key }) => isScalar(key) && key.value === field.key);
  if (!pair) return yaml + indentOf(pairs[0]?.key, yaml) + lineOf(field, undefined);
  const { key, value: node } = pair;
  const afterColon = yaml.indexOf(':', key.range[1]) + 1;
  const [start, end] = node?.range ?? [afterColon, afterColon];
  if (isSeq(node) && !node.flow) {
    const { value } = field;
    if (typeof value === 'string' || value.length === 0) {
      return `${yaml.slice(0, afterColon)} ${valueOf(field, node)}${yaml.slice(listEnd(node, yaml))}`;
    }
    return yaml.slice(0, start) + blockList(node, value, yaml) + yaml.slice(listEnd(node, yaml));
  }
  const space = yaml[start - 1] === ':' ? ' ' : '';
  const lineEnd = yaml.slice(start, end).endsWith('\n') ? '\n' : '';
  return yaml.slice(0, start) + space + valueOf(field, node, yaml) + lineEnd + yaml.slice(end);
}

function indentOf(key: ParsedNode | undefined, yaml: string): string {
  return key ? ' '.repeat(columnOf(key.range[0], yaml)) : '';
}

function columnOf(offset: number, yaml: string): number {
  return offset - 1 - yaml.lastIndexOf('\n', offset - 1);
}

/** With its end. `before`: the value that it replaces, whose quotes a text has. */
function lineOf({ key, value }: FrontField, before: ParsedNode | null | undefined): string {
  if (typeof value !== 'string') return stringify({ [key]: flowList(value) }, WRITING);
  const scalar = new Scalar(value);
  if (isScalar(before) && before.type?.startsWith('QUOTE')) scalar.type = before.type;
  return stringify({ [key]: scalar }, WRITING);
}

function valueOf(field: FrontField, before: ParsedNode | null, yaml = ''): string {
  const { key, value } = field;
  if (typeof value === 'string' || !isSeq(before)) return lineOf(field, before).slice(key.length + 2, -1);
  const known = sourcesOf(before, yaml);
  return `[${value.map((tag) => known.get(tag) ?? itemText(tag)).join(', ')}]`;
}

function flowList(items: readonly string[]): YAMLSeq {
  const list = new YAMLSeq();
  list.flow = true;
  list.items = items.map((item) => new Scalar(item));
  return list;
}

/** Fit for lists of both forms. */
function itemText(item: string): string {
  return stringify(flowList([item]), WRITING).slice(1, -2);
}

type List = YAMLSeq.Parsed;

/** The items of a list by what they say, as they are written. */
function sourcesOf({ items }: List, yaml: string): Map<string, string> {
  return new Map(items.flatMap((item) => (isText(item) ? [[item.value, yaml.slice(...spanOf(item))]] : [])));
}

function isText(item: ParsedNode): item is Scalar.Parsed & { value: string } {
  return isScalar(item) && typeof item.value === 'string';
}

function spanOf({ range }: ParsedNode): [start: number, end: number] {
  return [range[0], range[1]];
}

/** Items that stay keep their comments: those at the end of their line, and below it. */
function blockList(list: List, items: readonly string[], yaml: string): string {
  const starts = list.items.map(({ range: [start] }) => yaml.lastIndexOf('-', start - 1));
  const known = new Map(
    list.items.flatMap((item, at) => {
      const text = yaml.slice(starts[at], starts[at + 1] ?? listEnd(list, yaml)).trimEnd();
      return isText(item) ? [[item.value, text]] : [];
    }),
  );
  const indent = `\n${' '.repeat(columnOf(starts[0] ?? 0, yaml))}`;
  return items.map((item) => known.get(item) ?? `- ${itemText(item)}`).join(indent);
}

/** The end of the line of its last item. */
function listEnd({ items, range }: List, yaml: string): number {
  const last = items.at(-1)?.range[1] ?? range[1];
  const end = yaml.indexOf('\n', last - 1);
  return end === -1 ? yaml.length : end;
}
