import { tagsOf } from '../parts/format.js';

type Metadata = Record<string, unknown> | null;
export type MetadataChange = { from: Metadata; to: Metadata };

/** A member of metadata whose value differs. `undefined`: it is absent. */
type ChangedField = { name: string; from: unknown; to: unknown };

type ChangedMetadata = { removedTags: string[]; addedTags: string[]; fields: ChangedField[] };

/** Tags are told apart from other members if only some of them came or went. */
export function changedMetadata({ from, to }: MetadataChange): ChangedMetadata {
  const fields = changedFields({ from, to });
  const removedTags = missingIn(tagsOf(to), tagsOf(from));
  const addedTags = missingIn(tagsOf(from), tagsOf(to));
  const hasTags = removedTags.length + addedTags.length > 0 && isTagList(from?.['tags']) && isTagList(to?.['tags']);
  if (!hasTags) return { removedTags: [], addedTags: [], fields };
  return { removedTags, addedTags, fields: fields.filter(({ name }) => name !== 'tags') };
}

/** Metadata without members differs from none, and has no field that says so. */
export function hasMembers({ from, to }: MetadataChange): boolean {
  return [from, to].some((metadata) => Object.keys(metadata ?? {}).length > 0);
}

export function changedFields({ from, to }: MetadataChange): ChangedField[] {
  const [before, after] = [from, to].map((metadata) => new Map<string, unknown>(Object.entries(metadata ?? {})));
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names]
    .map((name) => ({ name, from: before?.get(name), to: after?.get(name) }))
    .filter((field) => orderedText(field.from) !== orderedText(field.to));
}

function missingIn(tags: readonly string[], others: readonly string[]): string[] {
  return [...new Set(others)].filter((tag) => !tags.includes(tag));
}

function isTagList(tags: unknown): boolean {
  return tags === undefined || (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'));
}

/** Equal for equal values, whatever the order of their members. */
function orderedText(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
