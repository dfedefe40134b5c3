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
  if (!pair) return `${yaml}${' '.repeat(columnOf(pairs[0]?.key.range[0] ?? 0, yaml))}${textOf(field)}`;
  const { key, value: node } = pair;
  const afterColon = yaml.indexOf(':', key.range[1]) + 1;
  if (isSeq(node) && !node.flow) {
    const end = listEnd(node, yaml);
    const list = blockList(node, field.value, yaml);
    return (list === '' ? `${yaml.slice(0, afterColon)} []` : yaml.slice(0, node.range[0]) + list) + yaml.slice(end);
  }
  const [start, end] = node?.range ?? [afterColon, afterColon];
  const space = yaml[start - 1] === ':' ? ' ' : '';
  const text = isSeq(node) ? flowList(node, field.value, yaml) : textOf(field, node).slice(field.key.length + 2, -1);
  const lineEnd = yaml.slice(start, end).endsWith('\n') ? '\n' : '';
  return yaml.slice(0, start) + space + text + lineEnd + yaml.slice(end);
}

function columnOf(offset: number, yaml: string): number {
  return offset === 0 ? 0 : offset - 1 - yaml.lastIndexOf('\n', offset - 1);
}

/** The line of a field. `before`: the value that it replaces, whose quotes a text has. */
function textOf({ key, value }: FrontField, before?: ParsedNode | null): string {
  const node = typeof value === 'string' ? new Scalar(value) : newList(value);
  if (isScalar(before) && isScalar(node) && before.type?.startsWith('QUOTE')) node.type = before.type;
  return stringify({ [key]: node }, WRITING);
}

function newList(items: readonly string[]): YAMLSeq {
  const list = new YAMLSeq();
  list.flow = true;
  list.items = items.map((item) => new Scalar(item));
  return list;
}

/** Fit for lists of both forms. */
function itemText(item: string): string {
  return stringify(newList([item]), WRITING).slice(1, -2);
}

type List = YAMLSeq.Parsed;
type Items = FrontField['value'];

/** Items that stay are as they were written. */
function flowList({ items: before }: List, items: Items, yaml: string): string {
  const known = new Map(before.map((item) => [textIn(item), yaml.slice(item.range[0], item.range[1])]));
  return `[${[items]
    .flat()
    .map((item) => known.get(item) ?? itemText(item))
    .join(', ')}]`;
}

/** Items that stay keep their comments: those at the end of their line, and below it. */
function blockList(list: List, items: Items, yaml: string): string {
  const starts = list.items.map(({ range: [start] }) => yaml.lastIndexOf('-', start - 1));
  const ends = [...starts.slice(1), listEnd(list, yaml)];
  const known = new Map(list.items.map((item, at) => [textIn(item), yaml.slice(starts[at], ends[at]).trimEnd()]));
  const indent = `\n${' '.repeat(columnOf(starts[0] ?? 0, yaml))}`;
  return [items]
    .flat()
    .map((item) => known.get(item) ?? `- ${itemText(item)}`)
    .join(indent);
}

/** Undefined for what is read as a number, or as anything else. */
function textIn(item: ParsedNode): string | undefined {
  return isScalar(item) && typeof item.value === 'string' ? item.value : undefined;
}

/** The end of the line of its last item. */
function listEnd({ items, range }: List, yaml: string): number {
  const end = yaml.indexOf('\n', (items.at(-1)?.range[1] ?? range[1]) - 1);
  return end === -1 ? yaml.length : end;
}
