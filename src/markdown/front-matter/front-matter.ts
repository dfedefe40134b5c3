import { stringify } from 'yaml';
import { VISIBILITIES, type ContentType, type Visibility } from '../../domain/document.js';
import type { JsonObject } from '../../domain/json.js';
import { checkLength, type FileLimits } from '../check-limits.js';
import {
  FALSE_WORDS,
  findFrontMatter,
  FIRST_KEY,
  hasKeys,
  meansPrivate,
  SAYS_WHO_SEES,
  type FoundFrontMatter,
} from './find-front-matter.js';
import { MarkdownError } from '../markdown-error.js';
import { lineOfJsonFault } from './json-fault.js';
import { parseToml } from './toml-mapping.js';
import { parseMapping, type Mapping } from './yaml-mapping.js';

export type FrontMatter = {
  title: string | null;
  /** Of the file, from 1. */
  titleLine: number;
  /** Null if the file does not say. Private for a draft. */
  visibility: Visibility | null;
  /** `draft: true` or `published: false`. */
  isDraft: boolean;
  isExcluded: boolean;
  metadata: JsonObject;
};

export type SplitFile = FrontMatter & { body: string; bodyLine: number };

const NONE: FrontMatter = {
  title: null,
  titleLine: 1,
  visibility: null,
  isDraft: false,
  isExcluded: false,
  metadata: {},
};
const TEXTS = ['title', 'tags'];
const YAML = { language: 'YAML', firstLine: 2, texts: TEXTS } as const;
const JSON_LIKE = { language: 'JSON', firstLine: 1, texts: TEXTS } as const;
/** More than the marks around front matter have. */
const MARKS = 1_024;
const NO_KEYS: Mapping = { values: {}, lineOf: () => 1 };

/** Raises `MarkdownError` for a text that is too long, too. */
export function splitFile(text: string, limits: FileLimits): SplitFile {
  checkLength(text, limits);
  return splitSent(normalised(text), limits);
}

/** Raises `MarkdownError` also where front matter that cannot be found says that the file is private. */
function splitSent(text: string, { metadataBytes }: FileLimits): SplitFile {
  const split = splitFrontMatter(text, metadataBytes);
  if (split.bodyLine > 0 || !meansPrivate(text)) return split;
  throw new MarkdownError(1, 'the file begins with what may say that it is private, and is no front matter');
}

/**
 * As `splitFile`, of HTML or plain text: its body is as it is. JSON at its start is text. What says who may see the
 * file stands at its beginning, so no more of it is looked at.
 */
export function splitPlainFile(text: string, limits: FileLimits): SplitFile {
  checkLength(text, limits);
  if (!/^\s*(?:---|\+\+\+)/.test(text)) return { ...NONE, body: text, bodyLine: 0 };
  const beginning = text.slice(0, limits.metadataBytes + MARKS);
  const split = splitSent(normalised(beginning), limits);
  return { ...split, body: split.body === '' ? text.slice(beginning.length) : afterLines(text, split.bodyLine) };
}

/** Whether a file says that it is private, as a draft does. In doubt it does. */
export function saysPrivate(text: string, contentType: ContentType, limits: FileLimits): boolean {
  const split = contentType === 'markdown' ? splitFile : splitPlainFile;
  try {
    const { visibility, isExcluded } = split(text.slice(0, limits.metadataBytes + MARKS), limits);
    return visibility === 'private' || isExcluded;
  } catch (error) {
    if (error instanceof MarkdownError) return true;
    throw error;
  }
}

function afterLines(text: string, count: number): string {
  const ends = /\r\n?|\n/g;
  for (let line = 0; line < count; line++) ends.exec(text);
  return text.slice(ends.lastIndex);
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
  if (mapping) checkWellFormed(mapping);
  if (!found || !mapping) return { ...NONE, body: text, bodyLine: 0 };
  return { ...read(mapping), body: text.slice(found.whole.length), bodyLine: found.whole.split('\n').length - 1 };
}

function checkWellFormed({ values, lineOf }: Mapping): void {
  if (isWellFormed(values)) return;
  const [key = ''] = Object.entries(values).find(([name, value]) => !isWellFormed({ [name]: value })) ?? [];
  throw new MarkdownError(lineOf(key), 'the front matter has half a surrogate pair, which metadata cannot have');
}

/** As requests may be. Aliases are resolved, so the JSON ends. */
function isWellFormed(values: JsonObject): boolean {
  // Halves are written as escapes, and a backslash of a text as two of them.
  return !/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(values));
}

function parse({ form, source }: FoundFrontMatter): Mapping | undefined {
  if (form === 'toml') return parseToml(source);
  if (form === 'yaml') {
    const mapping = hasKeys(source) ? parseMapping(source, YAML) : NO_KEYS;
    if (mapping || !SAYS_WHO_SEES.test(source)) return mapping;
    throw new MarkdownError(2, 'the front matter is not a mapping of YAML');
  }
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
    throw new MarkdownError(lineOfJsonFault(json), 'the front matter is not JSON', { cause });
  }
}

function read(mapping: Mapping): FrontMatter {
  const { title: _title, visibility: _visibility, quire: _quire, tags: _tags, ...others } = mapping.values;
  const isDraft = readDraft(mapping);
  const visibility = readVisibility(mapping);
  return {
    title: readTitle(mapping),
    titleLine: mapping.lineOf('title'),
    visibility: isDraft ? 'private' : visibility,
    isDraft,
    isExcluded: readExclusion(mapping),
    metadata: { ...readTags(mapping), ...others },
  };
}

const FALSE = new RegExp(`^(?:${FALSE_WORDS})$`, 'i');

/** In the words of any generator: in YAML 1.1, `yes` is true. In doubt it is a draft. */
function readDraft({ values }: Mapping): boolean {
  return Object.entries(values).some(([key, value]) => {
    const name = key.toLowerCase();
    if (value !== null && !isScalar(value)) return name === 'draft' || name === 'published';
    const text = String(value ?? '').trim();
    if (name === 'draft') return text !== '' && !FALSE.test(text);
    return name === 'published' && FALSE.test(text);
  });
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function refuse({ lineOf }: Mapping, key: string, reason: string): never {
  throw new MarkdownError(lineOf(key), `${key} ${reason}`);
}

/** Of a key in any case. */
function valuesOf({ values }: Mapping, name: string): [key: string, value: unknown][] {
  return Object.entries(values).filter(([key, value]) => key.toLowerCase() === name && value !== null);
}

function readTitle(mapping: Mapping): string | null {
  const value = mapping.values['title'] ?? '';
  if (!isScalar(value)) return refuse(mapping, 'title', 'must be a text');
  return String(value).trim() || null;
}

function readVisibility(mapping: Mapping): Visibility | null {
  const found = valuesOf(mapping, 'visibility').map(([key, value]) => {
    const wanted = VISIBILITIES.find((each) => each === value);
    return wanted ?? refuse(mapping, key, `must be ${VISIBILITIES.join(' or ')}`);
  });
  return found.includes('private') ? 'private' : (found[0] ?? null);
}

function readExclusion(mapping: Mapping): boolean {
  return valuesOf(mapping, 'quire').some(([key, value]) =>
    typeof value === 'boolean' ? !value : refuse(mapping, key, 'must be true or false'),
  );
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
