import { hash as hashOf } from 'node:crypto';
import { basename, extname } from 'node:path/posix';
import type { PushVersion } from '../../client/client.js';
import { assetsInfo } from '../../domain/content/assets.js';
import { contentHash } from '../../domain/content/content-hash.js';
import type { Content, ContentType, Visibility } from '../../domain/document.js';
import { USUAL_LIMITS } from '../../markdown/check-limits.js';
import { documentToMarkdown } from '../../markdown/document-to-markdown.js';
import { splitFile, splitPlainFile, type SplitFile } from '../../markdown/front-matter/front-matter.js';
import { MarkdownError } from '../../markdown/markdown-error.js';
import { linksOf, targetsOfFile, type TextLinks } from '../../markdown/targets.js';
import { FileError } from './file-error.js';
import { contentTypeOf } from './file-kinds.js';
import type { LocalAssets, OwnAssets } from './local-assets.js';

/**
 * `visibility`: of files that do not say theirs; private: of those that say public, too. `tags`: of every document,
 * after its own. `drafts`: absent: they are left out.
 */
export type FileOptions = { visibility: Visibility | null; tags: readonly string[]; drafts?: 'private' | undefined };

/** `linksOnce`: finds the links of a file if they are not known by its hash. */
export type ReadOptions = FileOptions & { linksOnce?: (hash: string, find: () => TextLinks) => TextLinks };

/**
 * `body`: of a write, but for visibility and folder. `visibility`: null leaves it as it is; a new document is private.
 * `isHeldBack`: the file says that it is public, and the options do not let it. `tags`: of the options. `hash`: of
 * Markdown that of its bytes, else as in `content-hash.ts`; `hashOfFile`: the same without the tags of the options.
 * Both with the assets, as `hashWith` has them. `targets`: with lines from 1.
 */
export type FileDocument = {
  body: PushVersion;
  visibility: Visibility | null;
  isHeldBack: boolean;
  tags: readonly string[];
  hash: string;
  hashOfFile: string;
  own: OwnAssets;
} & TextLinks;

/** What a file says of itself that is no document. */
export type Refusal = 'draft' | 'excluded';

export const REFUSALS: Record<Refusal, string> = {
  draft: 'the file says that it is a draft',
  excluded: 'the file says quire: false',
};

export function isRefusal(look: FileDocument | Refusal): look is Refusal {
  return typeof look === 'string';
}

/** `bytes`: of the file at `path`. Raises `FileError`. */
export function fileDocument(bytes: Buffer, path: string, options: ReadOptions): FileDocument | Refusal {
  const text = textOf(bytes);
  const contentType = contentTypeOf(path);
  const split = contentType === 'markdown' ? splitFile : splitPlainFile;
  const {
    isExcluded,
    isDraft,
    visibility: ofFile,
    body: shownText,
    bodyLine,
  } = frontMatterOf(() => split(text, USUAL_LIMITS));
  if (isExcluded) return 'excluded';
  if (isDraft && options.drafts !== 'private') return 'draft';
  if (contentType !== 'markdown') {
    return plainDocument(text, { path, contentType: contentType ?? 'text', ofFile }, options);
  }
  const hash = hashOf('sha256', bytes, 'hex');
  const { visibility, tags } = options;
  const body = { markdown: text, ...(tags.length > 0 && { metadata: { tags: [...tags] } }) };
  const find = () => linksOf(shownText, bodyLine + 1);
  const links = options.linksOnce?.(hash, find) ?? find();
  return { body, ...shownAs(ofFile, visibility), tags, hash, hashOfFile: hash, ...links, own: NO_ASSETS };
}

/** The more private one holds. */
function shownAs(
  ofFile: Visibility | null,
  wanted: Visibility | null,
): Pick<FileDocument, 'visibility' | 'isHeldBack'> {
  const isHeldBack = ofFile === 'public' && wanted === 'private';
  return { visibility: isHeldBack ? wanted : (ofFile ?? wanted), isHeldBack };
}

/** With the files that it refers to, unless it is plain text. `root`: where keys begin. */
export async function withAssets(
  document: FileDocument,
  { assets, path, root }: { assets: Pick<LocalAssets, 'of'>; path: string; root: string },
): Promise<FileDocument> {
  if (document.body.content_type === 'text') return document;
  const own = await assets.of(path, document.targets);
  const hashes = new Map([...own.assets].map(([name, { sha256 }]) => [name, sha256]));
  const ofAssets = assetsInfo(hashes)?.sha256 ?? null;
  const [hash, hashOfFile] = [hashWith(document.hash, ofAssets), hashWith(document.hashOfFile, ofAssets)];
  return { ...document, body: { ...document.body, assets: Object.fromEntries(hashes), root }, own, hash, hashOfFile };
}

/** Of a document that has assets beside its bytes or its content: they are a part of what it is. */
export function hashWith(hash: string, assetsHash: string | null): string {
  return assetsHash === null ? hash : `${hash}+${assetsHash}`;
}

const NO_ASSETS: OwnAssets = { assets: new Map(), lost: new Map() };

/** A byte order mark is kept. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new FileError('the file is not UTF-8', { cause });
  }
}

/** The service makes the blocks. */
function frontMatterOf(split: () => SplitFile): SplitFile {
  try {
    return split();
  } catch (error) {
    throw error instanceof MarkdownError ? new FileError(error.message, { cause: error }) : error;
  }
}

type Plain = { path: string; contentType: ContentType; ofFile: Visibility | null };

/** The whole text is one block. */
function plainDocument(
  text: string,
  { path, contentType, ofFile }: Plain,
  { visibility, tags }: FileOptions,
): FileDocument {
  const title = basename(path, extname(path));
  const blocks = text === '' ? [] : [{ type: 'paragraph' as const, content: text, metadata: null }];
  const metadata = tags.length > 0 ? { tags: [...new Set(tags)] } : null;
  const hash = contentHash({ title, contentType, metadata, blocks });
  const hashOfFile = metadata === null ? hash : contentHash({ title, contentType, metadata: null, blocks });
  const body = { title, content_type: contentType, metadata, blocks };
  const targets = contentType === 'html' ? targetsOfFile(text) : [];
  const shown = shownAs(ofFile, visibility);
  return { body, ...shown, tags, hash, hashOfFile, targets, anchors: new Set(), own: NO_ASSETS };
}

/** The text of the file of a document that was made of blocks. */
export function fileText(content: Content): string {
  if (content.contentType === 'markdown') return documentToMarkdown(content);
  return content.blocks.map((block) => block.content).join('\n\n');
}
