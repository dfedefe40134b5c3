import { headingLevel } from '../../domain/content/block-forms.js';
import type { ViewedBlock } from '../viewed-document.js';

/** The smallest heading level, 1 to 6; 6 without headings. */
export function shallowestLevel(blocks: readonly ViewedBlock[]): number {
  return blocks.reduce(
    (least, block) => (block.type === 'heading' ? Math.min(least, headingLevel(block.metadata)) : least),
    6,
  );
}

/** The page's only `h1` is its title: the shallowest level becomes `h2`, the others keep their distance, to `h6`. */
export function headingTag(block: ViewedBlock, shallowest: number): string {
  return `h${Math.min(6, headingLevel(block.metadata) - shallowest + 2)}`;
}
