import type { Visibility } from '../../domain/document.js';
import { findFrontMatter } from '../../markdown/front-matter/find-front-matter.js';
import { splitFile, splitPlainFile } from '../../markdown/front-matter/front-matter.js';
import { hasField, withField } from './front-field.js';
import { withLineEnds, withoutLineEnds } from './line-ends.js';
import { titleHeading, withTitle } from './title-heading.js';

/** The file of a document as the editor shows it. */
export type EditedFile = {
  original: string;
  title: string;
  /** What stands before the text: front matter, and the heading that is the title. The fields change it. */
  head: string;
  /** What the user edits. Its lines end in `\n`. */
  text: string;
  /** The front matter is TOML or JSON: it is part of the text, and no field changes it. */
  isFrontInText: boolean;
  /** The front matter says so in a way that the fields do not change, as that of a draft does. */
  isPrivate: boolean;
};

/** What is absent is not changed. */
export type FileChanges = { text: string; title?: string; tags?: readonly string[]; visibility?: Visibility };

/** `isFrontTyped`: the user wrote other front matter into the text, and its metadata is what that says. */
export type ChangedFile = { markdown: string; isFrontTyped: boolean };

const BOM = '\uFEFF';
const ANY_SIZE = { bodyBytes: Infinity, blocks: Infinity, metadataBytes: Infinity };
const BLANK_LINES = /^(?:[ \t]*\n)*/;

/** `title`: of the document. Raises `MarkdownError` for front matter that cannot be read. */
export function openFile(original: string, title: string): EditedFile {
  const whole = withoutLineEnds(withoutMark(original));
  const front = findFrontMatter(whole, whole.length);
  const said = splitFile(whole, ANY_SIZE);
  const isFrontInText = front !== undefined && front.form !== 'yaml';
  const isPrivate = said.isDraft || said.isExcluded || (isFrontInText && said.visibility === 'private');
  const from = isFrontInText ? 0 : textStart(whole, front?.whole ?? '', said.title === null ? title : undefined);
  return { original, title, head: whole.slice(0, from), text: whole.slice(from), isFrontInText, isPrivate };
}

/** HTML or plain text, whose front matter says nothing but who may see it. No field changes it. */
export function openWhole(original: string, title: string): EditedFile {
  const { body, visibility, isExcluded } = splitPlainFile(original, ANY_SIZE);
  const head = withoutLineEnds(original.slice(0, original.length - body.length));
  const isPrivate = isExcluded || visibility === 'private';
  return { original, title, head, text: withoutLineEnds(body), isFrontInText: false, isPrivate };
}

/** As `changedFile`, of `openWhole`. */
export function changedWhole({ original, head }: EditedFile, text: string): string {
  const gap = head === '' || head.endsWith('\n') || text === '' ? '' : '\n';
  return withLineEnds(head + gap + text, original);
}

/** `title`: undefined if the front matter has it. */
function textStart(whole: string, front: string, title: string | undefined): number {
  const from = front.length + blankLines(whole.slice(front.length));
  const heading = title === undefined ? undefined : titleHeading(whole.slice(from), title);
  if (heading?.blockStart !== 0) return from;
  const end = from + heading.blockEnd;
  return end + blankLines(whole.slice(end));
}

function blankLines(text: string): number {
  return BLANK_LINES.exec(text)?.[0].length ?? 0;
}

function withoutMark(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}

/** What is not changed stays to the byte: line ends, byte order mark, comments, quotes. */
export function changedFile(file: EditedFile, { text, ...fields }: FileChanges): ChangedFile {
  const { original, title, head } = file;
  const gap = head === '' || head.endsWith('\n') || text === '' ? '' : '\n\n';
  const typed = head + gap + text;
  const changed = withFields(typed, title, fields);
  const plain = withoutMark(original);
  const isFrontTyped = frontOf(typed) !== frontOf(withoutLineEnds(plain));
  return { markdown: (plain === original ? '' : BOM) + withLineEnds(changed, plain), isFrontTyped };
}

function frontOf(text: string): string | undefined {
  return findFrontMatter(text, text.length)?.source;
}

/** Fields that the front matter does not have are added to it; but a title that a heading says is changed there. */
function withFields(text: string, before: string, { title, tags, visibility }: Omit<FileChanges, 'text'>): string {
  const front = findFrontMatter(text, text.length);
  if (front && front.form !== 'yaml') return text;
  const { whole = '', source = '' } = front ?? {};
  let yaml = source;
  let body = text.slice(whole.length);
  if (title !== undefined) {
    const heading = before === '' || hasField(yaml, 'title') ? undefined : titleHeading(body, before);
    if (heading) body = withTitle(body, heading, title);
    else yaml = withField(yaml, { key: 'title', value: title });
  }
  if (tags && (tags.length > 0 || hasField(yaml, 'tags'))) yaml = withField(yaml, { key: 'tags', value: tags });
  if (visibility && hasField(yaml, 'visibility')) yaml = withField(yaml, { key: 'visibility', value: visibility });
  if (yaml === source) return whole + body;
  if (!front) return `---\n${yaml}---\n${body === '' ? '' : '\n'}${body}`;
  const opening = whole.slice(0, whole.indexOf('\n') + 1);
  return opening + yaml + whole.slice(opening.length + source.length) + body;
}
