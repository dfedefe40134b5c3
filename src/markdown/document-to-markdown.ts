import type { Content } from '../domain/document.js';
import { fromBlocks } from './from-blocks.js';
import { writeFrontMatter } from './front-matter/front-matter.js';
import { titleBlock } from './title.js';

/** The file of a document of content type markdown that was made of blocks. Metadata goes into its front matter. */
export function documentToMarkdown({
  title,
  metadata,
  blocks,
}: Pick<Content, 'title' | 'metadata' | 'blocks'>): string {
  // These would mean something else there. Earlier releases kept notes on a file under `quire`.
  const { title: _title, visibility: _visibility, quire: _quire, ...fields } = metadata ?? {};
  const heading = titleBlock(title);
  const front = writeFrontMatter(heading ? fields : { title, ...fields });
  const pieces = fromBlocks(heading ? [heading, ...blocks] : blocks);
  // With a title before it, no text is taken for front matter.
  return [...(front === '' ? [] : [front]), ...Array.from(pieces, (piece) => `${piece}\n`)].join('\n');
}
