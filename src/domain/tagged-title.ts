import type { Content } from './document.js';
import { validationError } from './errors.js';
import { fold } from './fold.js';
import { TAGGED_TITLE_BYTES } from './limits.js';

type Tagged = Pick<Content, 'title'> & { metadata?: Content['metadata'] | undefined };

/**
 * Raises a validation error at `/metadata/tags` where the tags times the bytes of the folded title are more than
 * `TAGGED_TITLE_BYTES`: an index keeps the title once for each tag. Versions that were stored before are read as ever.
 */
export function checkTaggedTitle(content: Tagged): void {
  const tags = tagsOf(content);
  const bytes = tags === 0 ? 0 : foldedBytes(content);
  if (tags * bytes <= TAGGED_TITLE_BYTES) return;
  const message =
    `must be fewer, or the title shorter: ${tags} tags times ${bytes} bytes of the title are ${tags * bytes}, ` +
    `and at most ${TAGGED_TITLE_BYTES} are taken`;
  throw validationError([{ path: '/metadata/tags', message }]);
}

/** As sent: a tag that is there twice counts twice. */
function tagsOf({ metadata }: Tagged): number {
  const tags = metadata?.['tags'];
  return Array.isArray(tags) ? tags.length : 0;
}

function foldedBytes({ title }: Tagged): number {
  return Buffer.byteLength(fold(title));
}
