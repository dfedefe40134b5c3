import { assetsInfo, type AssetsInfo } from './content/assets.js';
import { contentHash } from './content/content-hash.js';
import type { ContentType, DocumentKey, Visibility } from './document.js';
import { fold } from './fold.js';
import { sourceInfo, type SourceInfo } from './content/source.js';
import type { Slot } from './version.js';
import type { JsonObject } from './json.js';

export type LivingHead = {
  deleted: false;
  id: string;
  owner: string;
  folderId: string;
  title: string;
  foldedTitle: string;
  tags: readonly string[];
  /** JSON text: an index never looks inside, so no key or type in it can do harm. */
  metadata: string | null;
  visibility: Visibility;
  contentType: ContentType;
  blockCount: number;
  /** Null: an older process wrote the head. */
  contentHash: string | null;
  source: SourceInfo | null;
  /** Null: it has none. */
  assets: AssetsInfo | null;
  /** As in `Attached`. */
  root: string | null;
  byKey: DocumentKey | null;
  currentVersion: number;
  createdAt: string;
  updatedAt: string;
};

/** Kept until gc: its version so that no late write revives the document, its month of creation for the quota. */
export type TombstoneHead = {
  deleted: true;
  id: string;
  owner: string;
  currentVersion: number;
  createdAt: string;
  updatedAt: string;
};

export type Head = LivingHead | TombstoneHead;

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
    contentHash: slot.contentHash ?? contentHash(slot),
    source: sourceInfo(slot.source),
    assets: assetsInfo(slot.assets),
    root: slot.root,
    currentVersion: slot.version,
    updatedAt: slot.createdAt,
  };
}

/** UTF-8 bytes. */
export function metadataBytes({ metadata }: Pick<LivingHead, 'metadata'>): number {
  return metadata === null ? 0 : Buffer.byteLength(metadata);
}

/** Each tag once. */
export function tagsOf(metadata: JsonObject | null): string[] {
  const tags = metadata?.['tags'];
  return Array.isArray(tags) ? [...new Set(tags as string[])] : [];
}

type Found = Pick<LivingHead, 'foldedTitle' | 'folderId' | 'tags'>;

/** Whether searches of one owner find both alike, as after most pushes. */
export function isFoundAlike(one: Found, other: Found): boolean {
  return (
    one.foldedTitle === other.foldedTitle &&
    one.folderId === other.folderId &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, i) => tag === other.tags[i])
  );
}
