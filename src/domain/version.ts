import type { Block, ContentType, DocumentIdentity } from './document.js';
import type { JsonObject } from './json.js';

/** Hashes of an Idempotency-Key and of the request that carried it; 22 base64url characters each. */
export type IdempotencyMark = { key: string; request: string };

/** One immutable version: the content of a slot of a document's log. */
export type Version = {
  deleted: false;
  /** Random value of the request that claimed the slot: the only proof that a slot is one's own. */
  writeId: string;
  document: DocumentIdentity;
  /** The slot number, from 1. */
  version: number;
  title: string;
  contentType: ContentType;
  metadata: JsonObject | null;
  blocks: readonly Block[];
  createdAt: string;
  idempotency: IdempotencyMark | null;
};

/** `bytes`: what the version takes in the log, as JSON text. */
export type SizedVersion = { version: Version; bytes: number };

/** The slot that ends a document's log. */
export type Tombstone = {
  deleted: true;
  writeId: string;
  id: string;
  owner: string;
  version: number;
  /** When the document was created: its month is what the quota counts. */
  documentCreatedAt: string;
  /** When it was deleted. */
  createdAt: string;
  /** The identifier was made from an Idempotency-Key: it is never used again, so that the tombstone stays for good. */
  isKeyed: boolean;
};

export type Slot = Version | Tombstone;

/** What lists of versions and repeats of an Idempotency-Key need of a version. Immutable, like the version. */
export type VersionSummary = {
  version: number;
  title: string;
  blockCount: number;
  createdAt: string;
  idempotency: IdempotencyMark | null;
};

export function summarize(version: Version): VersionSummary {
  return {
    version: version.version,
    title: version.title,
    blockCount: version.blocks.length,
    createdAt: version.createdAt,
    idempotency: version.idempotency,
  };
}
