import type { ContentType } from '../../domain/document.js';
import { withoutOwnName } from '../../domain/content/anchors.js';
import { withoutComments } from '../../domain/content/html-comments.js';
import { sourceBlocks, type SourceBlock } from '../../markdown/source-blocks.js';
import type { NoteEnvironment } from '../blocks/footnotes.js';
import { plainContent } from '../blocks/plain-block.js';
import { MAX_FORMATTED_BLOCK } from '../limits.js';
import type { ViewedBlock, ViewedDocument } from '../viewed-document.js';

/**
 * A document with the blocks that its page shows. `environment`: what they refer to. `heading`: of the document, which
 * the title was taken from.
 */
export type PageContent = ViewedDocument & { environment: NoteEnvironment; heading: ViewedBlock | undefined };

/** Its blocks are read from the source, if there is one. Comments are left out where they are not read inline. */
export function pageContent(document: ViewedDocument): PageContent {
  const { contentType, id, title, source } = document;
  const read = source === null ? undefined : sourceBlocks(source, title);
  const placed = (block: SourceBlock, order: number) => ({ ...block, id, order });
  const all = read ? read.blocks.map(placed) : document.blocks;
  const blocks = all.flatMap((block) => withShownText(contentType, block)).map((block) => named(contentType, block));
  const environment = read ? { definitions: read.references, labels: read.footnotes } : {};
  return { ...document, blocks, environment, heading: read?.heading && named(contentType, placed(read.heading, 0)) };
}

/** A heading may end with its anchor, which is not shown. */
function named(contentType: ContentType, block: ViewedBlock): ViewedBlock {
  return contentType === 'markdown' && block.type === 'heading'
    ? { ...block, ...withoutOwnName(block.content) }
    : block;
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
