import { tagHash } from '../route.js';

/** Clients write what they like into metadata. */
export function tagsOf(metadata: Record<string, unknown> | null): string[] {
  const tags = metadata?.['tags'];
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

export function Tags({ metadata }: { metadata: Record<string, unknown> | null }) {
  return (
    <>
      {[...new Set(tagsOf(metadata))].map((tag) => (
        <a key={tag} class="tag" href={tagHash(tag)} title={`Documents with the tag ${tag}`} dir="auto">
          {tag}
        </a>
      ))}
    </>
  );
}
