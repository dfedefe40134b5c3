import type { JsonObject } from './json.js';

export function tagsOf(metadata: JsonObject | null): string[] {
  const tags = metadata?.['tags'];
  return Array.isArray(tags) ? [...new Set(tags as string[])] : [];
}
