import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { NewBlock } from '../../src/domain/document.js';
import { TITLE_CODE_POINTS } from '../../src/domain/limits.js';
import { MarkdownError } from '../../src/markdown/markdown-error.js';
import { markdownToDocument, type MarkdownDocument } from '../../src/markdown/markdown-to-document.js';
import type { PackageInfo, Packages } from './package-info.js';

/** Those of the service, but for the block that the second version has more. */
const LIMITS = { bodyBytes: 10 * 1024 * 1024, blocks: 9_999, metadataBytes: 256 * 1024 };
/** A file up to this stays below 10 MiB as JSON, even with every character escaped. */
const LARGEST_FILE = 1_500_000;
const REVISED = ' (revised)';

export interface DocumentBody {
  readonly title: string;
  readonly blocks: readonly NewBlock[];
  readonly metadata: {
    readonly tags: readonly string[];
    /** The file, relative to the folder that was searched. */
    readonly source: string;
    readonly package: string;
    readonly version: string | null;
    readonly revision: number;
  };
}

export interface MadeDocument {
  readonly first: DocumentBody;
  readonly package: PackageInfo;
}

/** A file that does not fit into a document of the service. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError';
}

/** Makes the document of a Markdown file; the same file always gives an equal document. */
export async function makeDocument(dir: string, source: string, packages: Packages): Promise<MadeDocument> {
  const path = join(dir, source);
  const { size } = await stat(path);
  if (size > LARGEST_FILE) throw new UnfitFileError(`${source}: ${size} bytes are too many`);
  const info = await packages.of(source);
  return { first: toDocument(await readFile(path, 'utf8'), source, info), package: info };
}

/** `source` names the file where it has no title. */
export function toDocument(markdown: string, source: string, info: PackageInfo): DocumentBody {
  const { title, blocks, metadata } = read(markdown, source, `${info.name}: ${basename(source)}`);
  const about = { tags: info.keywords, source, package: info.name, version: info.version, revision: 1 };
  return { title, blocks, metadata: { ...metadata, ...about } };
}

function read(markdown: string, source: string, title: string): MarkdownDocument {
  try {
    const document = markdownToDocument(markdown, { title: cut(title, TITLE_CODE_POINTS), limits: LIMITS });
    if (document) return document;
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    throw new UnfitFileError(`${source}: ${error.message}`, { cause: error });
  }
  throw new UnfitFileError(`${source}: its front matter says that it is not to be pushed`);
}

/** What the demo pushes as version 2: another title, one more block in front, another metadata value. */
export function revise(first: DocumentBody): DocumentBody {
  const content = `**Revised.** The second version of \`${first.metadata.source}\`.`;
  const note: NewBlock = { type: 'quote', content, metadata: null };
  return {
    title: cut(first.title, TITLE_CODE_POINTS - REVISED.length) + REVISED,
    blocks: [note, ...first.blocks],
    metadata: { ...first.metadata, revision: 2 },
  };
}

function cut(text: string, codePoints: number): string {
  return Array.from(text).slice(0, codePoints).join('');
}
