import type { Visibility } from './document.js';
import type { LivingHead } from './head.js';

/** What documents of one owner must be. Undefined or absent: no condition. */
export type ResultConditions = {
  /** Folded title prefix of any length. */
  prefix?: string | undefined;
  tag?: string | undefined;
  /** Beside `tag`: each must be there, too. */
  moreTags?: readonly string[] | undefined;
  folderId?: string | undefined;
  /** In any of these folders. Not beside `folderId`. */
  folderIds?: ReadonlySet<string> | undefined;
  /** Of the document's own key. */
  keyPrefix?: string | undefined;
  visibility?: Visibility | undefined;
  /** Not changed before this time, which is written as `updatedAt` is. */
  updatedFrom?: string | undefined;
  /** Changed before this time. */
  updatedBefore?: string | undefined;
};

/** What conditions look at, beside tag and folder. */
export type Facts = Pick<LivingHead, 'foldedTitle' | 'visibility' | 'updatedAt'> & { byKey: { key: string } | null };

/** Whether all conditions are met, but those on tag and folder. */
export function meetsFacts(facts: Facts, conditions: ResultConditions): boolean {
  const { prefix, keyPrefix, visibility, updatedFrom, updatedBefore } = conditions;
  return (
    (prefix === undefined || facts.foldedTitle.startsWith(prefix)) &&
    (keyPrefix === undefined || facts.byKey?.key.startsWith(keyPrefix) === true) &&
    (visibility === undefined || facts.visibility === visibility) &&
    (updatedFrom === undefined || facts.updatedAt >= updatedFrom) &&
    (updatedBefore === undefined || facts.updatedAt < updatedBefore)
  );
}

export function meets(head: LivingHead, conditions: ResultConditions): boolean {
  const { tag, moreTags = [], folderId, folderIds } = conditions;
  return (
    meetsFacts(head, conditions) &&
    (tag === undefined || head.tags.includes(tag)) &&
    moreTags.every((each) => head.tags.includes(each)) &&
    (folderId === undefined || head.folderId === folderId) &&
    (folderIds === undefined || folderIds.has(head.folderId))
  );
}
