import { basename, extname } from 'node:path/posix';
import { CONTENT_TYPES, type ContentType, type NewBlock, type Visibility } from '../../../domain/document.js';
import { validationError } from '../../../domain/errors.js';
import type { JsonObject } from '../../../domain/json.js';
import { TAG_CODE_POINTS, TAGS } from '../../../domain/limits.js';
import { sourceOf, type Source } from '../../../domain/content/source.js';
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

type Sender = { owner: string } & Pick<RouteServices, 'conversion'>;

/** Undefined: the body has blocks, or neither. Raises a validation error, as `MarkdownConversion`. */
export async function sentFile(body: FileBody, { owner, conversion }: Sender): Promise<SentFile | undefined> {
  const [contentType] = fileTypesOf(body);
  if (contentType === undefined) return undefined;
  const text = body[contentType] as string;
  const made = await conversion.convert(owner, { text, contentType });
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

/** A file that says it is private stays so, whoever sends it. */
function morePrivate(ofRequest: Visibility | null, ofFile: Visibility | null): Visibility | null {
  return ofRequest === 'private' || ofFile === 'private' ? 'private' : (ofRequest ?? ofFile);
}

/** The last part of a key without its extension. */
export function titleOfKey(key: string | undefined): string | undefined {
  return key === undefined ? undefined : basename(key, extname(key));
}
