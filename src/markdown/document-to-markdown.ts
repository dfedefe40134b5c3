import type { Content, NewBlock, Visibility } from '../domain/document.js';
import type { JsonObject } from '../domain/json.js';
import { BOOKKEEPING_KEY, readBookkeeping, type Bookkeeping } from './bookkeeping.js';
import { footnoteLabels, fromBlocks } from './from-blocks.js';
import { withLabels } from './footnotes.js';
import { withFrontMatter, writeFrontMatter } from './front-matter.js';
import { withTitleHeading } from './title.js';

export type StoredDocument = Pick<Content, 'title' | 'metadata' | 'blocks'> & { visibility: Visibility };

/**
 * The file of a document of content type markdown. Metadata that the file did not have goes into its front matter, too:
 * a caller that added some takes it out before.
 */
export function documentToMarkdown(document: StoredDocument): string {
  const { front, blocks, comments } = partsOf(document);
  return withFrontMatter(front, bodyToMarkdown(blocks, comments));
}

/** The same file, but its footnotes have numbers. */
export function numberedMarkdown(document: StoredDocument): string {
  const { front, blocks, comments } = partsOf(document);
  return withFrontMatter(front, [...bodyPieces(blocks, comments)].join(''));
}

/** `comments`: those at the end. */
export function bodyToMarkdown(blocks: readonly NewBlock[], comments = ''): string {
  const body = [...bodyPieces(blocks, comments)].join('');
  const labels = blocks.flatMap((block) => footnoteLabels(block) ?? []);
  return labels.length === 0 ? body : withLabels(body, labels);
}

function* bodyPieces(blocks: readonly NewBlock[], comments: string): Generator<string> {
  let separator = '';
  for (const piece of fromBlocks(blocks)) {
    yield `${separator}${piece}\n`;
    separator = '\n';
  }
  if (comments !== '') yield `${separator}${comments}\n`;
}

type FileParts = { front: string; blocks: readonly NewBlock[]; comments: string };

function partsOf({ title, metadata, blocks, visibility }: StoredDocument): FileParts {
  const { [BOOKKEEPING_KEY]: kept, title: _title, visibility: _visibility, ...fields } = metadata ?? {};
  const bookkeeping = readBookkeeping(kept);
  const headed = isInFrontMatter(bookkeeping) ? undefined : withTitleHeading(blocks, title, bookkeeping);
  const isUntitled = headed !== undefined || bookkeeping.file_title === title;
  const frontMatter: JsonObject = {
    ...(!isUntitled && { title }),
    ...fields,
    ...(bookkeeping.front_matter?.includes('visibility') && { visibility }),
  };
  const front = writeFrontMatter(frontMatter);
  return { front, blocks: headed ?? blocks, comments: bookkeeping.comments ?? '' };
}

function isInFrontMatter({ front_matter, file_title }: Bookkeeping): boolean {
  return file_title !== undefined || front_matter?.includes('title') === true;
}
