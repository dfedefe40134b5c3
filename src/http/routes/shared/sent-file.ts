import { basename, extname } from 'node:path/posix';
import { CONTENT_TYPES, type ContentType, type NewBlock, type Visibility } from '../../../domain/document.js';
import { validationError } from '../../../domain/errors.js';
import type { JsonObject } from '../../../domain/json.js';
import { TAG_CODE_POINTS, TAGS } from '../../../domain/limits.js';
import { sourceOf, type Source } from '../../../domain/content/source.js';
import type { FileLimits } from '../../../markdown/check-limits.js';
import type { ConvertedText } from '../../../markdown/convert-markdown.js';
import { saysPrivate, splitPlainFile, type SplitFile } from '../../../markdown/front-matter/front-matter.js';
import type { IsPrivate } from '../../../operations/write/keep-source.js';
import { MarkdownError } from '../../../markdown/markdown-error.js';
import { fileFault } from '../../limits/markdown-conversion.js';
import type { RouteServices } from '../../route.js';

type Metadata = JsonObject | null;

/** A body that may be, or have, a file: its text is the member that has the name of its type. */
export type FileBody = { [type in ContentType]?: string | null } & {
  title?: string | null;
  blocks?: unknown;
  content_type?: ContentType | null;
  metadata?: Metadata;
  visibility?: Visibility | null;
};

/** What a file and the request around it say together. `title`: null if neither does. */
export type SentFile = {
  title: string | null;
  contentType: ContentType;
  metadata: Metadata;
  blocks: readonly NewBlock[];
  source: Source;
  visibility: Visibility | null;
};

type Sender = { owner: string } & Pick<RouteServices, 'conversion' | 'limits'>;

/** Undefined: the body has blocks, or neither. Raises a validation error, as `MarkdownConversion`. */
export async function sentFile(body: FileBody, { owner, conversion, limits }: Sender): Promise<SentFile | undefined> {
  const [contentType] = fileTypesOf(body);
  if (contentType === undefined) return undefined;
  const text = body[contentType] as string;
  const made =
    contentType === 'markdown' ? await conversion.convert(owner, text) : wholeText({ text, contentType }, limits);
  return {
    title: body.title ?? made.title,
    contentType,
    metadata: joined(made.metadata, body.metadata ?? null, contentType),
    blocks: made.blocks,
    source: sourceOf(text, made.isPlain),
    visibility: morePrivate(body.visibility ?? null, made.visibility),
  };
}

/** Of each file in a body; there may be one. */
export function fileTypesOf(body: FileBody): ContentType[] {
  return CONTENT_TYPES.filter((type) => typeof body[type] === 'string');
}

type Whole = { text: string; contentType: ContentType };

/** The whole text is one block, without front matter, which says who may see it. */
function wholeText(file: Whole, limits: FileLimits): ConvertedText {
  const { body: content, visibility, isExcluded } = splitWhole(file, limits);
  const blocks = content === '' ? [] : [{ type: 'paragraph' as const, content, metadata: null }];
  return { title: null, metadata: null, blocks, visibility: isExcluded ? 'private' : visibility, isPlain: false };
}

function splitWhole({ text, contentType }: Whole, limits: FileLimits): SplitFile {
  try {
    return splitPlainFile(text, limits);
  } catch (error) {
    throw error instanceof MarkdownError ? fileFault(error, contentType) : error;
  }
}

/** Members of the request hold, and tags of both. Raises a validation error for tags that a request may not have. */
function joined(ofFile: Metadata, ofRequest: Metadata, contentType: ContentType): Metadata {
  const tags = [...new Set([...tagsOf(ofFile), ...tagsOf(ofRequest)])];
  if (tags.length > TAGS || tags.some((tag) => Array.from(tag).length > TAG_CODE_POINTS)) {
    throw validationError([
      {
        path: `/${contentType}`,
        message: `must have at most ${TAGS} tags, each of at most ${TAG_CODE_POINTS} characters`,
      },
    ]);
  }
  const metadata = { ...ofFile, ...ofRequest, ...(tags.length > 0 && { tags }) };
  return Object.keys(metadata).length === 0 ? null : metadata;
}

function tagsOf(metadata: Metadata): string[] {
  const tags = metadata?.['tags'];
  return Array.isArray(tags) ? (tags as string[]) : [];
}

/** Of a version that keeps the file of one before. */
export function isPrivateWithin(limits: FileLimits): IsPrivate {
  return ({ source, contentType }) => source !== null && saysPrivate(source.text, contentType, limits);
}

/** A file that says it is private stays so, whoever sends it. */
function morePrivate(ofRequest: Visibility | null, ofFile: Visibility | null): Visibility | null {
  return ofRequest === 'private' || ofFile === 'private' ? 'private' : (ofRequest ?? ofFile);
}

/** The last part of a key without its extension. */
export function titleOfKey(key: string | undefined): string | undefined {
  return key === undefined ? undefined : basename(key, extname(key));
}
