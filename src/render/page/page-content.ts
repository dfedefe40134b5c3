import type { ContentType } from '../../domain/document.js';
import { withoutOwnName } from '../../domain/content/anchors.js';
import { withoutComments } from '../../domain/content/html-comments.js';
import { sourceBlocks, type SourceBlock } from '../../markdown/source-blocks.js';
import type { NoteEnvironment } from '../blocks/footnotes.js';
import { isRawHtml } from '../blocks/markdown-block.js';
import { plainContent } from '../blocks/plain-block.js';
import { plainWords } from '../blocks/plain-words.js';
import { MAX_FORMATTED_BLOCK } from '../limits.js';
import { hasJsx, type ViewedBlock, type ViewedDocument } from '../viewed-document.js';

/**
 * A document with the blocks that its page shows. `environment`: what they refer to. `heading`: of the document, which
 * the title was taken from. `above`: how many blocks stand above the title.
 */
export type PageContent = ViewedDocument & {
  environment: NoteEnvironment;
  heading: ViewedBlock | undefined;
  above: number;
};

/** Its blocks are read from the source, if there is one. Comments are left out where they are not read inline. */
export function pageContent(document: ViewedDocument): PageContent {
  const { contentType, id, title, source } = document;
  const read = source === null ? undefined : sourceBlocks(source, title);
  const placed = (block: SourceBlock, order: number) => ({ ...block, id, order });
  const all = read ? read.blocks.map(placed) : document.blocks;
  const shown = (some: readonly ViewedBlock[]) =>
    some.flatMap((block) => withShownText(contentType, block)).map((block) => named(contentType, block));
  const introduction = shown(all.slice(0, read?.above ?? 0));
  const blocks = [...introduction, ...shown(all.slice(read?.above ?? 0))];
  const isJsx = hasJsx(document);
  const environment = { isJsx, ...(read && { definitions: read.references, labels: read.footnotes }) };
  const heading = read?.heading && named(contentType, placed(read.heading, 0));
  const at = repeatsTitle({ ...document, blocks });
  const above = countShown(blocks.slice(0, heading || at === -1 ? introduction.length : at));
  if (at === -1) return { ...document, blocks, environment, heading, above };
  return { ...document, blocks: blocks.toSpliced(at, 1), environment, heading: heading ?? blocks[at], above };
}

/** How many of the blocks above a title may stand there: none of them may fold it away. */
function countShown(above: readonly ViewedBlock[]): number {
  return above.some((block) => isRawHtml(block) && /<details\b/i.test(block.content)) ? 0 : above.length;
}

/** A heading may end with its anchor, which is not shown. */
function named(contentType: ContentType, block: ViewedBlock): ViewedBlock {
  return contentType === 'markdown' && block.type === 'heading'
    ? { ...block, ...withoutOwnName(block.content) }
    : block;
}

/** Characters of a heading that may repeat the title. */
const MOST_REPEATED = 2_000;

/**
 * Where a first heading is that says no more than the title; -1: nowhere. One that is not the first block must be of
 * level 1: a file may have a picture above its title.
 */
function repeatsTitle({ title, contentType, blocks }: ViewedDocument): number {
  const at = blocks.findIndex(({ type }) => type === 'heading');
  const heading = blocks[at];
  if (heading === undefined || (at > 0 && heading.metadata?.['level'] !== 1)) return -1;
  const { content } = heading;
  const says = (words: string) => words.replace(/^#+ /, '').toLowerCase().normalize();
  const isSame = content.trim() === title.trim();
  // An address or a footnote would be lost.
  const hasMore = content.length > MOST_REPEATED || /\]|<(?:a|img)\b/i.test(content);
  const words = (type: ContentType, text: string) => says(plainWords(type, text, 'heading'));
  return isSame || (!hasMore && words(contentType, content) === words('text', title)) ? at : -1;
}

/** Raw HTML and what is too long for formatting are shown as they are written. */
function withShownText(contentType: ContentType, block: ViewedBlock): ViewedBlock[] {
  const { type, content, metadata } = block;
  if (contentType === 'text' || !content.includes('<!--')) return [block];
  const isRaw = type === 'code' && metadata?.['raw'] === true;
  const isLong = type !== 'code' && content.length > MAX_FORMATTED_BLOCK;
  if (!isRaw && !isLong) return [block];
  const shown = isRaw ? withoutComments(content).trim() : plainContent(contentType, block);
  return shown === '' ? [] : [{ ...block, content: shown }];
}
