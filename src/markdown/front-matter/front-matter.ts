import { stringify } from 'yaml';
import { VISIBILITIES, type Visibility } from '../../domain/document.js';
import type { JsonObject } from '../../domain/json.js';
import { checkLength, type FileLimits } from '../check-limits.js';
import { findFrontMatter, FIRST_KEY, hasKeys, type FoundFrontMatter } from './find-front-matter.js';
import { MarkdownError } from '../markdown-error.js';
import { parseToml } from './toml-mapping.js';
import { parseMapping, type Mapping } from './yaml-mapping.js';

export type FrontMatter = {
  title: string | null;
  /** Null if the file does not say. Private for a draft. */
  visibility: Visibility | null;
  /** `draft: true` or `published: false`. */
  isDraft: boolean;
  isExcluded: boolean;
  metadata: JsonObject;
};

export type SplitFile = FrontMatter & { body: string; bodyLine: number };

const NONE: FrontMatter = { title: null, visibility: null, isDraft: false, isExcluded: false, metadata: {} };
const TEXTS = ['title', 'tags'];
const YAML = { language: 'YAML', firstLine: 2, texts: TEXTS } as const;
const JSON_LIKE = { language: 'JSON', firstLine: 1, texts: TEXTS } as const;
const NO_KEYS: Mapping = { values: {}, lineOf: () => 1 };

/** Raises `MarkdownError` for a text that is too long, too. */
export function splitFile(text: string, limits: FileLimits): SplitFile {
  checkLength(text, limits);
  return splitFrontMatter(normalised(text), limits.metadataBytes);
}

/** Makes line ends and characters those of the parser, so that its line numbers are those of the text. */
export function normalised(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\uFFFD')
    .toWellFormed();
}

/** Raises `MarkdownError` for what cannot be read: the file may say there that it is a draft. */
export function splitFrontMatter(text: string, metadataBytes: number): SplitFile {
  const found = findFrontMatter(text, metadataBytes);
  if (found && found.source.length > metadataBytes) {
    throw new MarkdownError(1, `the front matter is longer than the ${metadataBytes} bytes that metadata may have`);
  }
  const mapping = found && parse(found);
  if (mapping && !isWellFormed(mapping.values)) {
    throw new MarkdownError(1, 'the front matter has half a surrogate pair, which metadata cannot have');
  }
  if (!found || !mapping) return { ...NONE, body: text, bodyLine: 0 };
  return { ...read(mapping), body: text.slice(found.whole.length), bodyLine: found.whole.split('\n').length - 1 };
}

/** As requests may be. Aliases are resolved, so the JSON ends. */
function isWellFormed(values: JsonObject): boolean {
  // Halves are written as escapes, and a backslash of a text as two of them.
  return !/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(values));
}

function parse({ form, source }: FoundFrontMatter): Mapping | undefined {
  if (form === 'toml') return parseToml(source);
  if (form === 'yaml') return hasKeys(source) ? parseMapping(source, YAML) : NO_KEYS;
  // Read as YAML, so numbers stay as they are written.
  const mapping = parseMapping(source, JSON_LIKE);
  expectJson(source);
  return mapping;
}

/** Not all YAML in braces is JSON. */
function expectJson(json: string): void {
  try {
    JSON.parse(json);
  } catch (cause) {
    throw new MarkdownError(1, 'the front matter is not JSON', { cause });
  }
}

function read(mapping: Mapping): FrontMatter {
  const { title: _title, visibility: _visibility, quire: _quire, tags: _tags, ...others } = mapping.values;
  const isDraft = readDraft(mapping);
  const visibility = readVisibility(mapping);
  return {
    title: readTitle(mapping),
    visibility: isDraft ? 'private' : visibility,
    isDraft,
    isExcluded: readExclusion(mapping),
    metadata: { ...readTags(mapping), ...others },
  };
}

const FALSE = /^(?:false|no|off|n|0)$/i;

/** In the words of any generator: in YAML 1.1, `yes` is true. In doubt it is a draft. */
function readDraft({ values }: Mapping): boolean {
  return Object.entries(values).some(([key, value]) => {
    const text = isScalar(value) ? String(value).trim() : '';
    if (key.toLowerCase() === 'draft') return text !== '' && !FALSE.test(text);
    return key.toLowerCase() === 'published' && FALSE.test(text);
  });
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
  const list: unknown = isScalar(value) ? String(value).split(',') : value;
  const tags: unknown[] | undefined = Array.isArray(list) ? list.filter((tag) => tag !== null) : undefined;
  if (!tags?.every(isScalar)) return refuse(mapping, 'tags', 'must be a list of texts');
  return { tags: tags.map((tag) => String(tag).trim()).filter((tag) => tag !== '') };
}

/** Readers of YAML 1.1, which are many, must read the same values. */
const WRITING = { lineWidth: 0, compat: 'yaml-1.1' } as const;

/** A reader of the file must know it by its first key. */
export function writeFrontMatter(fields: JsonObject): string {
  if (Object.keys(fields).length === 0) return '';
  const plain = stringify(fields, WRITING);
  return `---\n${FIRST_KEY.test(plain) ? plain : withQuotedKeys(fields)}---\n`;
}

/** YAML marks keys of more than 1,024 characters, but not in JSON, which is YAML too. */
function withQuotedKeys(fields: JsonObject): string {
  const yaml = stringify(fields, { ...WRITING, defaultKeyType: 'QUOTE_DOUBLE' });
  return FIRST_KEY.test(yaml) ? yaml : `${JSON.stringify(fields)}\n`;
}
