import type { JsonObject } from './json.js';

/** The tags by which a document is found: `metadata.tags` without repeats, in the order sent. */
export function tagsOf(metadata: JsonObject | null): string[] {
  const tags = metadata?.['tags'];
  return Array.isArray(tags) ? [...new Set(tags as string[])] : [];
}
