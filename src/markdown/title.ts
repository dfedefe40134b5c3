import { withoutOwnName } from '../domain/content/anchors.js';
import type { NewBlock } from '../domain/document.js';
import type { Environment } from './environment.js';
import type { PlacedBlock } from './to-blocks.js';
import { asInline, wordsOf } from './words.js';

type FoundTitle = { title: string; heading: NewBlock; line: number; others: readonly PlacedBlock[] };

function headingWords({ type, content }: NewBlock, environment?: Environment): string {
  return type === 'heading' ? wordsOf(withoutOwnName(content).content, environment) : '';
}

/**
 * The first heading that has words, if it is of level 1, and the other blocks. One below others names a part.
 * `environment`: as for `wordsOf`.
 */
export function titleHeading(placed: readonly PlacedBlock[], environment?: Environment): FoundTitle | undefined {
  for (const [at, { block, line }] of placed.entries()) {
    const title = headingWords(block, environment);
    if (title === '') continue;
    return block.metadata?.['level'] === 1
      ? { title, heading: block, line, others: placed.toSpliced(at, 1) }
      : undefined;
  }
  return undefined;
}

/** The title as a heading; undefined if a heading cannot say it. */
export function titleBlock(title: string): NewBlock | undefined {
  const content = asInline(title);
  return content !== '' && wordsOf(content) === title
    ? { type: 'heading', content, metadata: { level: 1 } }
    : undefined;
}
