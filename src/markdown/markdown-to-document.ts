import type { Content, NewBlock, Visibility } from '../domain/document.js';
import { BOOKKEEPING_KEY, type Bookkeeping } from './bookkeeping.js';
import { checkBlocks, checkLength, checkMetadata, checkTitle, type FileLimits } from './check-limits.js';
import { selfContained, type SelfContained } from './definitions.js';
import { footnotesOf } from './footnotes.js';
import { normalised, splitFile, type SplitFile } from './front-matter.js';
import { titleHeading } from './title.js';
import { toBlocks, type Blocks, type PlacedBlock } from './to-blocks.js';

/** `title`: for a file that has none. */
export type MarkdownOptions = { title: string; limits: FileLimits };

/** `visibility`: null if the file does not say. `isDraft`: its front matter says so, and `visibility` is private. */
export type MarkdownDocument = Content & { visibility: Visibility | null; isDraft: boolean };

/**
 * The document of a Markdown file; undefined if its front matter says `quire: false`. The title is that of the front
 * matter, else the first heading if it is of level 1, which then is no block. Raises `MarkdownError`.
 */
export function markdownToDocument(text: string, options: MarkdownOptions): MarkdownDocument | undefined {
  const { limits } = options;
  const file = splitFile(text, limits);
  if (file.isExcluded) return undefined;
  const { placed, comments } = placedBlocks(file.body, limits);
  const found = titleOf(file, placed, options.title);
  checkBlocks(found.others, file.bodyLine + 1, limits);
  const bookkeeping: Bookkeeping = {
    ...found.bookkeeping,
    ...(file.visibility !== null &&
      !file.isDraft && { front_matter: [...(found.bookkeeping.front_matter ?? []), 'visibility'] }),
    ...(comments !== '' && { comments }),
  };
  const metadata = { ...file.metadata, ...(!isEmpty(bookkeeping) && { [BOOKKEEPING_KEY]: bookkeeping }) };
  return {
    title: checkTitle(found.title, found.line),
    contentType: 'markdown',
    metadata: checkMetadata(isEmpty(metadata) ? null : metadata, limits),
    blocks: found.others.map(({ block }) => block),
    visibility: file.visibility,
    isDraft: file.isDraft,
  };
}

/** What a Markdown text is without title and metadata, which are kept elsewhere. */
export type MarkdownBody = { blocks: readonly NewBlock[]; comments: string };

/** A heading of level 1 is a block, and front matter is text. Raises `MarkdownError`. */
export function markdownToBody(text: string, limits: FileLimits): MarkdownBody {
  checkLength(text, limits);
  const { placed, comments } = placedBlocks(normalised(text), limits);
  checkBlocks(placed, 1, limits);
  return { blocks: placed.map(({ block }) => block), comments };
}

export function placedBlocks(text: string, { bodyBytes }: FileLimits): Blocks {
  const parsed = selfContained(text, bodyBytes);
  const { placed, comments } = toBlocks(parsed);
  return { placed: [...placed, ...footnoteBlocks(parsed)], comments };
}

/** `title`: null if the file has none. */
type Title = { title: string; line: number; bookkeeping: Bookkeeping; others: readonly PlacedBlock[] };

function titleOf({ title, bodyLine }: SplitFile, placed: readonly PlacedBlock[], fallback: string): Title {
  if (title !== null) return { title, line: 1, bookkeeping: { front_matter: ['title'] }, others: placed };
  const found = titleHeading(placed);
  if (found) return { ...found, line: found.line + bodyLine + 1 };
  return { title: fallback, line: 1, bookkeeping: { file_title: fallback }, others: placed };
}

function footnoteBlocks(parsed: SelfContained): PlacedBlock[] {
  const found = footnotesOf(parsed, parsed.footnotes);
  if (found === undefined) return [];
  const { content, labels, line } = found;
  return [{ block: { type: 'list', content, metadata: { listType: 'ordered', footnotes: labels } }, line }];
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
