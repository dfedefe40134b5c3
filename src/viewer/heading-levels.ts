import type { ViewedBlock } from './viewed-document.js';

const DEFAULT_LEVEL = 2;

function levelOf(block: ViewedBlock): number {
  const level = block.metadata?.['level'];
  return Number.isInteger(level) ? Math.min(6, Math.max(1, level as number)) : DEFAULT_LEVEL;
}

/** The least level of the heading blocks, 1 to 6; 6 where there are none. */
export function shallowestLevel(blocks: readonly ViewedBlock[]): number {
  return blocks.reduce((least, block) => (block.type === 'heading' ? Math.min(least, levelOf(block)) : least), 6);
}

/**
 * The element of a heading block. The only `h1` of the page is its title, so the shallowest level in use becomes
 * `h2` and the others keep their distance to it, down to `h6`: no outline starts with a gap.
 */
export function headingTag(block: ViewedBlock, shallowest: number): string {
  return `h${Math.min(6, levelOf(block) - shallowest + 2)}`;
}
