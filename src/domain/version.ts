import type { DocumentBlock, ContentType, DocumentIdentity } from './document.js';
import type { JsonObject } from './json.js';
import type { Attached } from './content/assets.js';
import { sourceInfo, type Source, type SourceInfo } from './content/source.js';

/**
 * 22 base64url characters each, hashes of an Idempotency-Key and of its request. `former`: of the request as earlier
 * releases hash it. It is never stored.
 */
export type IdempotencyMark = { key: string; request: string; former?: string };

/** The key that a version was written with. `label`: as it was then. Only reads with a key show it. */
export type Author = { keyId: string; label: string | null };

export type Version = Attached & {
  deleted: false;
  /** Random, of the request that claimed the slot: the only proof that a slot is own. */
  writeId: string;
  document: DocumentIdentity;
  version: number;
  title: string;
  contentType: ContentType;
  metadata: JsonObject | null;
  blocks: readonly DocumentBlock[];
  /** As in `content-hash.ts`. Null: written before versions kept it. */
  contentHash: string | null;
  /** Null: it was made of blocks. */
  source: Source | null;
  /** Null: written before versions kept it. */
  author: Author | null;
  /** The version whose content a restore made it of. Absent: no restore made it, or an older release did. */
  restoredFrom?: number;
  createdAt: string;
  idempotency: IdempotencyMark | null;
};

/** `bytes`: the size in the log, as JSON text. */
export type SizedVersion = { version: Version; bytes: number };

export type Tombstone = {
  deleted: true;
  writeId: string;
  id: string;
  owner: string;
  version: number;
  /** The quota counts its month. */
  documentCreatedAt: string;
  createdAt: string;
  /** Such an identifier is never used again, so the tombstone stays for good. */
  isKeyed: boolean;
  /** Idempotency-Keys of the newest hundred versions, of a document that was made by a key. */
  marks: readonly IdempotencyMark[];
};

export type Slot = Version | Tombstone;

export function documentIdOf(slot: Slot): string {
  return slot.deleted ? slot.id : slot.document.id;
}

export type VersionSummary = {
  version: number;
  title: string;
  blockCount: number;
  source: SourceInfo | null;
  author: Author | null;
  restoredFrom?: number;
  createdAt: string;
  idempotency: IdempotencyMark | null;
};

function storedMark(mark: IdempotencyMark | null): IdempotencyMark | null {
  return mark && { key: mark.key, request: mark.request };
}

/** `restoredFrom` where there is one. */
export function restoredPart({ restoredFrom }: { restoredFrom?: number | undefined }): { restoredFrom?: number } {
  return restoredFrom === undefined ? {} : { restoredFrom };
}

export function summarize(version: Version): VersionSummary {
  return {
    version: version.version,
    title: version.title,
    blockCount: version.blocks.length,
    source: sourceInfo(version.source),
    author: version.author,
    ...restoredPart(version),
    createdAt: version.createdAt,
    idempotency: storedMark(version.idempotency),
  };
}
