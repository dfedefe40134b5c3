import type { NewBlock } from '../domain/document.js';
import type { JsonObject } from '../domain/json.js';
import type { Bookkeeping } from './bookkeeping.js';
import type { PlacedBlock } from './to-blocks.js';
import { asInline, wordsOf } from './words.js';

type FoundTitle = { title: string; line: number; bookkeeping: Bookkeeping; others: readonly PlacedBlock[] };

function headingWords({ type, content }: NewBlock): string {
  return type === 'heading' ? wordsOf(content) : '';
}

/** The first heading that has words, if it is of level 1, and the other blocks. One below others names a part. */
export function titleHeading(placed: readonly PlacedBlock[]): FoundTitle | undefined {
  for (const [at, { block, line }] of placed.entries()) {
    const title = headingWords(block);
    if (title === '') continue;
    const { level, ...metadata } = block.metadata ?? {};
    if (level !== 1) return undefined;
    const isPlain = at === 0 && Object.keys(metadata).length === 0 && block.content === asInline(title);
    const bookkeeping = isPlain ? {} : { heading: { at, content: block.content, metadata } };
    return { title, line, bookkeeping, others: placed.toSpliced(at, 1) };
  }
  return undefined;
}

/** The blocks with the title's heading among them; undefined if a heading cannot say it. */
export function withTitleHeading(
  blocks: readonly NewBlock[],
  title: string,
  { heading }: Bookkeeping,
): NewBlock[] | undefined {
  const at = Math.min(blocks.length, Math.max(0, heading?.at ?? 0));
  const isSame = heading !== undefined && wordsOf(heading.content) === title;
  const content = isSame ? heading.content : asInline(title);
  const isSaid = content !== '' && wordsOf(content) === title;
  if (!isSaid || blocks.slice(0, at).some((block) => headingWords(block) !== '')) return undefined;
  const metadata: JsonObject = { ...heading?.metadata, level: 1 };
  return blocks.toSpliced(at, 0, { type: 'heading', content, metadata });
}
