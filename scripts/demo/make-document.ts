import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MarkdownBlock } from './markdown/block.js';
import { firstHeading } from './markdown/title.js';
import { toBlocks } from './markdown/to-blocks.js';
import { parseMarkdown } from './markdown/tree.js';
import type { PackageInfo, Packages } from './package-info.js';

/** Limits of the service: code points of a title, blocks of a document, and (10 MiB) bytes of a body. */
const LONGEST_TITLE = 500;
const MOST_BLOCKS = 10_000;
/** A file up to this stays below 10 MiB as JSON, even with every character escaped. */
const LARGEST_FILE = 1_500_000;
const REVISED = ' (revised)';

export interface DocumentBody {
  readonly title: string;
  readonly blocks: readonly MarkdownBlock[];
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

/** `source` names the file where it has no heading. */
export function toDocument(markdown: string, source: string, info: PackageInfo): DocumentBody {
  const nodes = parseMarkdown(markdown);
  const blocks = toBlocks(nodes);
  if (blocks.length >= MOST_BLOCKS) {
    throw new UnfitFileError(`${source}: ${blocks.length} blocks are too many`);
  }
  return {
    title: cut(firstHeading(nodes) ?? `${info.name}: ${basename(source)}`, LONGEST_TITLE),
    blocks,
    metadata: { tags: info.keywords, source, package: info.name, version: info.version, revision: 1 },
  };
}

/** What the demo pushes as version 2: another title, one more block in front, another metadata value. */
export function revise(first: DocumentBody): DocumentBody {
  const content = `**Revised.** The second version of \`${first.metadata.source}\`.`;
  const note: MarkdownBlock = { type: 'quote', content };
  return {
    title: cut(first.title, LONGEST_TITLE - REVISED.length) + REVISED,
    blocks: [note, ...first.blocks],
    metadata: { ...first.metadata, revision: 2 },
  };
}

function cut(text: string, codePoints: number): string {
  return Array.from(text).slice(0, codePoints).join('');
}
