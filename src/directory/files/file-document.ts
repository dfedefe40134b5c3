import { hash as hashOf } from 'node:crypto';
import type { PushVersion } from '../../client/client.js';
import { assetsInfo } from '../../domain/content/assets.js';
import type { Content, Visibility } from '../../domain/document.js';
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
 * the bytes, with the assets as `hashWith` has them. `targets`: with lines from 1.
 */
export type FileDocument = {
  body: PushVersion;
  visibility: Visibility | null;
  isHeldBack: boolean;
  tags: readonly string[];
  hash: string;
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
  const contentType = contentTypeOf(path) ?? 'text';
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
  const hash = hashOf('sha256', bytes, 'hex');
  const { visibility, tags } = options;
  const body = { [contentType]: text, ...(tags.length > 0 && { metadata: { tags: [...tags] } }) };
  const found = { body, ...shownAs(ofFile, visibility), tags, hash, own: NO_ASSETS };
  if (contentType !== 'markdown') {
    return {
      ...found,
      targets: contentType === 'html' ? targetsOfFile(shownText, bodyLine + 1) : [],
      anchors: new Set(),
    };
  }
  const find = () => linksOf(shownText, bodyLine + 1);
  return { ...found, ...(options.linksOnce?.(hash, find) ?? find()) };
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
  if (document.body.text !== undefined) return document;
  const own = await assets.of(path, document.targets);
  const hashes = new Map([...own.assets].map(([name, { sha256 }]) => [name, sha256]));
  const ofAssets = assetsInfo(hashes)?.sha256 ?? null;
  const hash = hashWith(document.hash, ofAssets);
  return { ...document, body: { ...document.body, assets: Object.fromEntries(hashes), root }, own, hash };
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

/** The text of the file of a document that was made of blocks. */
export function fileText(content: Content): string {
  if (content.contentType === 'markdown') return documentToMarkdown(content);
  return content.blocks.map((block) => block.content).join('\n\n');
}
