import type { ContentType } from '../../domain/document.js';
import { withoutComments } from '../../domain/content/html-comments.js';
import { sourceBlocks } from '../../markdown/source-blocks.js';
import type { NoteEnvironment } from '../blocks/footnotes.js';
import { plainContent } from '../blocks/plain-block.js';
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
  return { ...document, blocks: blocks.flatMap((block) => withShownText(contentType, block)), environment };
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
