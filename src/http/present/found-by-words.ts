import type { LivingHead } from '../../domain/head.js';
import type { Shown } from '../../operations/search-words.js';
import type { Counted } from '../../ports/document-index.js';
import { searchResultText, type Placing } from './documents.js';

/** A result of a search with words. `shown`: undefined where its version could not be read in time. */
export function foundByWordsText(head: LivingHead, placing: Placing, shown: Shown | undefined): string {
  const text = searchResultText(head, placing);
  if (!shown) return text;
  const snippets = shown.snippets.map(({ blockId, segments }) => ({ block_id: blockId, segments }));
  const more = { snippets, ...(shown.isTruncated && { text_truncated: true }) };
  return `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}`;
}

/** What is asked for of the counts. */
export function presentCounted(
  { total, tags, isExact }: Counted,
  asked: { isCounted: boolean; tags: number | undefined },
): object {
  return {
    ...(asked.isCounted && { total, total_is_exact: isExact }),
    ...(asked.tags !== undefined && { facets: { tags }, facets_are_exact: isExact }),
  };
}
