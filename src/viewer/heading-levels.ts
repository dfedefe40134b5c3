import type { ViewedBlock } from './viewed-document.js';

const DEFAULT_LEVEL = 2;

function levelOf(block: ViewedBlock): number {
  const level = block.metadata?.['level'];
  return Number.isInteger(level) ? Math.min(6, Math.max(1, level as number)) : DEFAULT_LEVEL;
}

/**
 * The element of each heading block. The only `h1` of the page is its title, so the shallowest level in use
 * becomes `h2` and the others keep their distance to it, down to `h6`: no outline starts with a gap.
 */
export function headingTags(blocks: readonly ViewedBlock[]): (block: ViewedBlock) => string {
  const levels = blocks.filter((block) => block.type === 'heading').map(levelOf);
  const shallowest = levels.reduce((least, level) => Math.min(least, level), 6);
  return (block) => `h${Math.min(6, levelOf(block) - shallowest + 2)}`;
}
