import type { Searcher } from '../transport/searcher.js';

/** Finds nothing and reads no term: no key and no identifier comes after these. */
const OF_EVERY_KIND = JSON.stringify({
  size: 0,
  track_total_hits: false,
  query: { bool: { filter: [{ prefix: { document_key: '\u{10ffff}' } }, { range: { id: { gte: '\u{10ffff}' } } }] } },
});

/**
 * Raises `MisconfiguredError` if the cluster forbids searches by prefix and by range, which long search texts, lists by
 * prefix, deep pages and the scans of commands need. `index`: an index or an alias.
 */
export async function expectSearches(searcher: Searcher, index: string): Promise<void> {
  await searcher.hits({ alias: index, preference: '_local' }, OF_EVERY_KIND);
}
