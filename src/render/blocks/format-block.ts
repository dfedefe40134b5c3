import type { ContentType } from '../../domain/document.js';
import { languageOfCode } from './code-languages.js';
import type { NoteEnvironment } from './footnotes.js';
import { htmlBlock } from './html-block.js';
import { MAX_FORMATTED_BLOCK, TooDeepError } from '../limits.js';
import { isRawHtml, markdownBlock } from './markdown-block.js';
import { plainBlock } from './plain-block.js';
import type { ViewedBlock } from '../viewed-document.js';

type BlockFormatter = (block: ViewedBlock, headingTag: string, environment: NoteEnvironment) => string;

const FORMATTERS: Readonly<Record<ContentType, BlockFormatter>> = {
  markdown: markdownBlock,
  html: htmlBlock,
  text: plainBlock,
};

/** Whether the block is shown as more than its text. */
export function isFormattable(contentType: ContentType, block: ViewedBlock): boolean {
  const { type, content, metadata } = block;
  if (contentType === 'text' || type === 'divider' || content.length > MAX_FORMATTED_BLOCK) return false;
  if (contentType === 'markdown' && isRawHtml(block)) return true;
  return type !== 'code' || languageOfCode(block)?.parser !== undefined || typeof metadata?.['caption'] === 'string';
}

/** The block as safe, balanced HTML; undefined: it is to be shown as plain text. */
export function formatBlock(
  contentType: ContentType,
  block: ViewedBlock,
  { tag, ...environment }: NoteEnvironment & { tag: string },
): string | undefined {
  if (!isFormattable(contentType, block)) return undefined;
  try {
    return FORMATTERS[contentType](block, tag, environment);
  } catch (error) {
    if (error instanceof TooDeepError) return undefined;
    throw error;
  }
}
