import { sourceBlocks } from '../../markdown/source-blocks.js';
import type { NoteEnvironment } from '../blocks/footnotes.js';
import type { ViewedDocument } from '../viewed-document.js';

/** A document with the blocks that its page shows. `environment`: what they refer to. */
export type PageContent = ViewedDocument & { environment: NoteEnvironment };

/** Its blocks are read from the source, if there is one. */
export function pageContent(document: ViewedDocument): PageContent {
  const { id, title, source } = document;
  if (source === null) return { ...document, environment: {} };
  const { blocks, references, footnotes } = sourceBlocks(source, title);
  const environment = { definitions: references, labels: footnotes };
  return { ...document, blocks: blocks.map((block, order) => ({ ...block, id, order })), environment };
}
