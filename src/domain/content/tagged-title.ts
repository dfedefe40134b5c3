import type { Content } from '../document.js';
import { validationError } from '../errors.js';
import { fold } from '../fold.js';
import { isFoundAlike, tagsOf, type LivingHead } from '../head.js';
import { TAGGED_TITLE_BYTES } from '../limits.js';
import type { Version } from '../version.js';

type Tagged = Pick<Content, 'title'> & { metadata?: Content['metadata'] | undefined };

/**
 * Raises a validation error at `/metadata/tags` where the tags times the bytes of the folded title are more than
 * `TAGGED_TITLE_BYTES`: an index keeps the title once for each tag. Versions that were stored before are read as ever.
 */
export function checkTaggedTitle(content: Tagged): void {
  const tags = sentTags(content);
  const bytes = tags === 0 ? 0 : Buffer.byteLength(fold(content.title));
  if (tags * bytes <= TAGGED_TITLE_BYTES) return;
  const message =
    `must be fewer, or the title shorter: ${tags} tags times ${bytes} bytes of the title are ${tags * bytes}, ` +
    `and at most ${TAGGED_TITLE_BYTES} are taken`;
  throw validationError([{ path: '/metadata/tags', message }]);
}

/** A tag that is there twice counts twice. */
function sentTags({ metadata }: Tagged): number {
  const tags = metadata?.['tags'];
  return Array.isArray(tags) ? tags.length : 0;
}

/** Entries of an index for each tag: in the folder, and in all folders. */
const ENTRIES = 2;
/** Of an entry, without the title: the embedded index grows by less than ten times what a write with tags counts. */
const ENTRY_BYTES = 64;

/**
 * What the tags of a version count as stored bytes, beside its body: the index has two entries for each of them, with
 * the folded title. Nothing, if `before`, the head that the version follows, has the same ones already.
 */
export function taggedTitleBytes({ title, metadata, document }: Version, before: LivingHead | undefined): number {
  const tags = tagsOf(metadata);
  if (tags.length === 0) return 0;
  const folded = fold(title);
  return before && isFoundAlike(before, { foldedTitle: folded, folderId: document.folderId, tags })
    ? 0
    : tags.length * ENTRIES * (Buffer.byteLength(folded) + ENTRY_BYTES);
}
