import { tagHash } from '../route.js';
import { tagsOf } from './format.js';

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
