import type { ContentType } from '../../domain/document.js';
import { withoutComments } from '../../domain/content/html-comments.js';
import { sourceBlocks } from '../../markdown/source-blocks.js';
import type { NoteEnvironment } from '../blocks/footnotes.js';
import { plainContent } from '../blocks/plain-block.js';
import { plainWords } from '../blocks/plain-words.js';
import { MAX_FORMATTED_BLOCK } from '../limits.js';
import type { ViewedBlock, ViewedDocument } from '../viewed-document.js';

/** A document with the blocks that its page shows. `environment`: what they refer to. */
export type PageContent = ViewedDocument & { environment: NoteEnvironment };

/** Its blocks are read from the source, if there is one. Comments are left out where they are not read inline. */
export function pageContent(document: ViewedDocument): PageContent {
  const { contentType, id, title, source } = document;
  const read = source === null ? undefined : sourceBlocks(source, title);
  const blocks = read ? read.blocks.map((block, order) => ({ ...block, id, order })) : document.blocks;
  const environment = read ? { definitions: read.references, labels: read.footnotes } : {};
  const shown = blocks.flatMap((block) => withShownText(contentType, block));
  return { ...document, blocks: withoutTitle({ ...document, blocks: shown }), environment };
}

/** Characters of a heading that may repeat the title. */
const MOST_REPEATED = 2_000;

/**
 * A first heading that says no more than the title is left out. So is one of level 1 that is not the first block: a
 * file may have a picture above its title.
 */
function withoutTitle({ title, contentType, blocks }: ViewedDocument): readonly ViewedBlock[] {
  const at = blocks.findIndex(({ type }) => type === 'heading');
  const heading = blocks[at];
  if (heading === undefined || (at > 0 && heading.metadata?.['level'] !== 1)) return blocks;
  const { content } = heading;
  const says = (words: string) => words.replace(/^#+ /, '').toLowerCase().normalize();
  const isSame = content.trim() === title.trim();
  // An address or a footnote would be lost.
  const hasMore = content.length > MOST_REPEATED || /\]|<(?:a|img)\b/i.test(content);
  const isRepeated = isSame || (!hasMore && says(plainWords(contentType, content)) === says(plainWords('text', title)));
  return isRepeated ? blocks.toSpliced(at, 1) : blocks;
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
