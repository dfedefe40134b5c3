import type { ViewedBlock } from './viewed-document.js';

const DEFAULT_LEVEL = 2;

function levelOf(block: ViewedBlock): number {
  const level = block.metadata?.['level'];
  return Number.isInteger(level) ? Math.min(6, Math.max(1, level as number)) : DEFAULT_LEVEL;
}

/** The smallest heading level, 1 to 6; 6 without headings. */
export function shallowestLevel(blocks: readonly ViewedBlock[]): number {
  return blocks.reduce((least, block) => (block.type === 'heading' ? Math.min(least, levelOf(block)) : least), 6);
}

/** The page's only `h1` is its title: the shallowest level becomes `h2`, the others keep their distance, to `h6`. */
export function headingTag(block: ViewedBlock, shallowest: number): string {
  return `h${Math.min(6, levelOf(block) - shallowest + 2)}`;
}
