import type { ContentType } from '../domain/document.js';
import { headingTags } from './heading-levels.js';
import { htmlBlock } from './html-block.js';
import { FormattingBudget } from './limits.js';
import { markdownBlock } from './markdown-block.js';
import { plainBlock } from './plain-block.js';
import { TooDeepError } from './sanitise.js';
import type { ViewedBlock, ViewedDocument } from './viewed-document.js';

type BlockRenderer = (block: ViewedBlock, headingTag: string) => string;

const RENDERERS: Readonly<Record<ContentType, BlockRenderer>> = {
  markdown: markdownBlock,
  html: htmlBlock,
  text: plainBlock,
};

/** A first heading that repeats the title would show it twice. */
function withoutRepeatedTitle({ title, blocks }: ViewedDocument): readonly ViewedBlock[] {
  const first = blocks[0];
  return first?.type === 'heading' && first.content.trim() === title.trim() ? blocks.slice(1) : blocks;
}

function withPlainFallback(render: BlockRenderer, block: ViewedBlock, headingTag: string): string {
  try {
    return render(block, headingTag);
  } catch (error) {
    if (error instanceof TooDeepError) return plainBlock(block, headingTag);
    throw error;
  }
}

/** The blocks of a document as safe HTML, each balanced in itself so that none can reach into the next. */
export function renderBlocks(document: ViewedDocument): string {
  const blocks = withoutRepeatedTitle(document);
  const tagOf = headingTags(blocks);
  const budget = new FormattingBudget();
  const format = RENDERERS[document.contentType];
  const parts: string[] = [];
  for (const block of blocks) {
    const renderer = budget.admits(block) ? format : plainBlock;
    parts.push(withPlainFallback(renderer, block, tagOf(block)));
  }
  return parts.join('\n');
}
