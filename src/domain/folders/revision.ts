import type { KeyEntry } from '../document-key.js';
import { derivedId, keptByOwner } from '../ids.js';

/** What the index keeps of an owner's folder log: the number of its newest entry, as the life of a key. */
export function revisionEntry(owner: string, revision: number): KeyEntry {
  const name = revisionName(owner);
  return { name, owner, life: revision, id: name, hasMarks: false };
}

export const revisionName = keptByOwner((owner) => derivedId('folder tree', owner, ''));
