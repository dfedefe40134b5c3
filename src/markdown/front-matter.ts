import { stringify } from 'yaml';
import { VISIBILITIES, type Visibility } from '../domain/document.js';
import type { JsonObject } from '../domain/json.js';
import { MarkdownError } from './markdown-error.js';
import { parseMapping, type Mapping } from './yaml-mapping.js';

export type FrontMatter = {
  title: string | null;
  visibility: Visibility | null;
  isExcluded: boolean;
  metadata: JsonObject;
};

export type SplitFile = FrontMatter & { body: string; bodyLine: number };

const NONE: FrontMatter = { title: null, visibility: null, isExcluded: false, metadata: {} };
const WHOLE = /^---[ \t]*\n([^]*?\n)?---[ \t]*(?:\n|$)/;
/**
 * The first line that is not blank and no comment has a key: in quotation marks, or with a letter or digit at its start
 * and without marks of Markdown.
 */
const FIRST_KEY =
  /^(?:[ \t]*(?:#.*)?\n)*(?:(?:(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')[ \t]*|[\p{L}\p{M}\p{N}_][^\n:[\]()<>*`]*):(?:[ \t]|\n)|\{)/u;

const TEXTS = ['title', 'tags'];

/** Splits a normalised text. A rule at its start is not front matter unless keys and another rule follow. */
export function splitFrontMatter(text: string, metadataBytes: number): SplitFile {
  const [whole, yaml = ''] = WHOLE.exec(text) ?? [];
  if (whole === undefined || !FIRST_KEY.test(yaml)) return { ...NONE, body: text, bodyLine: 0 };
  if (yaml.length > metadataBytes) {
    throw new MarkdownError(1, `the front matter is longer than the ${metadataBytes} bytes that metadata may have`);
  }
  const mapping = parseMapping(yaml, TEXTS);
  if (mapping === undefined) return { ...NONE, body: text, bodyLine: 0 };
  return { ...read(mapping), body: text.slice(whole.length), bodyLine: whole.split('\n').length - 1 };
}

function read(mapping: Mapping): FrontMatter {
  const { title: _title, visibility: _visibility, quire: _quire, tags: _tags, ...others } = mapping.values;
  return {
    title: readTitle(mapping),
    visibility: readVisibility(mapping),
    isExcluded: readExclusion(mapping),
    metadata: { ...readTags(mapping), ...others },
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function refuse({ lineOf }: Mapping, key: string, reason: string): never {
  throw new MarkdownError(lineOf(key), `${key} ${reason}`);
}

function readTitle(mapping: Mapping): string | null {
  const value = mapping.values['title'] ?? '';
  if (!isScalar(value)) return refuse(mapping, 'title', 'must be a text');
  return String(value).trim() || null;
}

function readVisibility(mapping: Mapping): Visibility | null {
  const value = mapping.values['visibility'] ?? null;
  if (value === null) return null;
  const found = VISIBILITIES.find((each) => each === value);
  return found ?? refuse(mapping, 'visibility', `must be ${VISIBILITIES.join(' or ')}`);
}

function readExclusion(mapping: Mapping): boolean {
  const value = mapping.values['quire'] ?? true;
  return typeof value === 'boolean' ? !value : refuse(mapping, 'quire', 'must be true or false');
}

/** A text is a list with commas. */
function readTags(mapping: Mapping): JsonObject {
  const value = mapping.values['tags'] ?? null;
  if (value === null) return {};
  const tags: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(tags) || !tags.every(isScalar)) return refuse(mapping, 'tags', 'must be a list of texts');
  return { tags: tags.map((tag) => String(tag).trim()).filter((tag) => tag !== '') };
}

/** A reader of the file must know it by its first key. */
export function writeFrontMatter(fields: JsonObject): string {
  if (Object.keys(fields).length === 0) return '';
  const plain = stringify(fields, { lineWidth: 0 });
  return `---\n${FIRST_KEY.test(plain) ? plain : withQuotedKeys(fields)}---\n`;
}

/** YAML marks keys of more than 1,024 characters, but not in JSON, which is YAML too. */
function withQuotedKeys(fields: JsonObject): string {
  const yaml = stringify(fields, { lineWidth: 0, defaultKeyType: 'QUOTE_DOUBLE' });
  return FIRST_KEY.test(yaml) ? yaml : `${JSON.stringify(fields)}\n`;
}
