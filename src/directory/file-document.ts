import { basename, extname } from 'node:path/posix';
import { contentHash } from '../domain/content-hash.js';
import type { Content, ContentType, Visibility } from '../domain/document.js';
import type { JsonObject } from '../domain/json.js';
import { USUAL_LIMITS } from '../markdown/check-limits.js';
import { documentToMarkdown } from '../markdown/document-to-markdown.js';
import { MarkdownError } from '../markdown/markdown-error.js';
import { markdownToDocument, type MarkdownDocument } from '../markdown/markdown-to-document.js';
import { FileError } from './file-error.js';
import { contentTypeOf } from './file-kinds.js';

/**
 * `visibility`: of files that do not say theirs; private: of those that say public, too. `tags`: of every document,
 * after its own.
 */
export type FileOptions = { visibility: Visibility | null; tags: readonly string[] };

/**
 * `visibility`: null leaves it as it is; a new document is private. `isHeldBack`: the file says that it is public, and
 * the options do not let it. `hash`: as in `content-hash.ts`; `hashOfFile`: the same without the tags of the options.
 */
export type FileDocument = {
  content: Content;
  visibility: Visibility | null;
  isHeldBack: boolean;
  hash: string;
  hashOfFile: string;
};

/** `bytes`: of the file at `path`. Undefined: the file says `quire: false`. Raises `FileError`. */
export function fileDocument(bytes: Buffer, path: string, { visibility, tags }: FileOptions): FileDocument | undefined {
  const document = parse(textOf(bytes), path);
  if (document === undefined) return undefined;
  const { visibility: ofFile, isDraft: _isDraft, ...content } = document;
  const tagged = { ...content, metadata: withTags(content.metadata, tags) };
  const hash = contentHash(tagged);
  const hashOfFile = tags.length === 0 ? hash : contentHash(content);
  const isHeldBack = ofFile === 'public' && visibility === 'private';
  return {
    content: tagged,
    visibility: isHeldBack ? visibility : (ofFile ?? visibility),
    isHeldBack,
    hash,
    hashOfFile,
  };
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FileError('the file is not UTF-8', { cause });
  }
}

function parse(text: string, path: string): MarkdownDocument | undefined {
  const title = basename(path, extname(path));
  const contentType = contentTypeOf(path);
  if (contentType !== 'markdown') return plainDocument(text, title, contentType ?? 'text');
  try {
    return markdownToDocument(text, { title, limits: USUAL_LIMITS });
  } catch (error) {
    throw error instanceof MarkdownError ? new FileError(error.message, { cause: error }) : error;
  }
}

/** The whole text is one block. */
function plainDocument(text: string, title: string, contentType: ContentType): MarkdownDocument {
  const blocks = text === '' ? [] : [{ type: 'paragraph' as const, content: text, metadata: null }];
  return { title, contentType, metadata: null, blocks, visibility: null, isDraft: false };
}

function withTags(metadata: JsonObject | null, tags: readonly string[]): JsonObject | null {
  if (tags.length === 0) return metadata;
  const own = Array.isArray(metadata?.['tags']) ? (metadata['tags'] as unknown[]) : [];
  return { ...metadata, tags: [...new Set([...own, ...tags])] };
}

/** The text of the file of a document. */
export function fileText({ visibility, ...content }: Content & { visibility: Visibility }): string {
  if (content.contentType === 'markdown') return documentToMarkdown({ ...content, visibility });
  return content.blocks.map((block) => block.content).join('\n\n');
}
