import type { ContentType, Visibility } from './document.js';
import { fold } from './fold.js';
import { tagsOf } from './tags.js';
import type { Slot } from './version.js';

/** The newest version of a living document, as searches answer it. */
export type LivingHead = {
  deleted: false;
  id: string;
  owner: string;
  folderId: string;
  title: string;
  /** `fold(title)`: what prefixes are compared with and what results are sorted by. */
  foldedTitle: string;
  tags: readonly string[];
  /** JSON text of the document metadata: an index never looks inside, so no key or type of it can do harm. */
  metadata: string | null;
  visibility: Visibility;
  contentType: ContentType;
  blockCount: number;
  currentVersion: number;
  createdAt: string;
  updatedAt: string;
};

/**
 * What is left of a deleted document until gc: it keeps the number of its last slot, so that no late
 * write can bring the document back, and its month of creation, which the quota counts.
 */
export type TombstoneHead = {
  deleted: true;
  id: string;
  owner: string;
  currentVersion: number;
  createdAt: string;
  updatedAt: string;
};

export type Head = LivingHead | TombstoneHead;

/** The head that a document has once its log ends with this slot. */
export function headOf(slot: Slot): Head {
  if (slot.deleted) {
    return {
      deleted: true,
      id: slot.id,
      owner: slot.owner,
      currentVersion: slot.version,
      createdAt: slot.documentCreatedAt,
      updatedAt: slot.createdAt,
    };
  }
  return {
    deleted: false,
    ...slot.document,
    title: slot.title,
    foldedTitle: fold(slot.title),
    tags: tagsOf(slot.metadata),
    metadata: slot.metadata === null ? null : JSON.stringify(slot.metadata),
    contentType: slot.contentType,
    blockCount: slot.blocks.length,
    currentVersion: slot.version,
    updatedAt: slot.createdAt,
  };
}
