import type { Block, ContentType, Visibility } from '../domain/document.js';
import type { JsonObject } from '../domain/json.js';
import type { Slot, Tombstone, Version } from '../domain/version.js';
import { idempotencyFields, idempotencyOf, type IdempotencyFields } from './idempotency-fields.js';
import { decodeObject, encodeObject } from './json-objects.js';

type StoredVersion = {
  deleted?: undefined;
  write_id: string;
  id: string;
  owner: string;
  folder_id: string;
  visibility: Visibility;
  document_created_at: string;
  version: number;
  title: string;
  content_type: ContentType;
  metadata: JsonObject | null;
  blocks: Omit<Block, 'order'>[];
  created_at: string;
} & IdempotencyFields;

type StoredTombstone = {
  deleted: true;
  write_id: string;
  id: string;
  owner: string;
  version: number;
  document_created_at: string;
  created_at: string;
  keyed: boolean;
};

export function encodeSlot(slot: Slot): Uint8Array {
  return encodeObject(slot.deleted ? storedTombstone(slot) : storedVersion(slot));
}

export function decodeSlot(key: string, body: Uint8Array): Slot {
  const stored = decodeObject<StoredVersion | StoredTombstone>(key, body);
  return stored.deleted ? tombstoneOf(stored) : versionOf(stored);
}

function storedVersion(version: Version): StoredVersion {
  return {
    write_id: version.writeId,
    id: version.document.id,
    owner: version.document.owner,
    folder_id: version.document.folderId,
    visibility: version.document.visibility,
    document_created_at: version.document.createdAt,
    version: version.version,
    title: version.title,
    content_type: version.contentType,
    metadata: version.metadata,
    blocks: version.blocks.map(({ id, type, content, metadata }) => ({ id, type, content, metadata })),
    created_at: version.createdAt,
    ...idempotencyFields(version.idempotency),
  };
}

function versionOf(stored: StoredVersion): Version {
  return {
    deleted: false,
    writeId: stored.write_id,
    document: {
      id: stored.id,
      owner: stored.owner,
      folderId: stored.folder_id,
      visibility: stored.visibility,
      createdAt: stored.document_created_at,
    },
    version: stored.version,
    title: stored.title,
    contentType: stored.content_type,
    metadata: stored.metadata,
    blocks: stored.blocks.map((block, order) => ({ ...block, order })),
    createdAt: stored.created_at,
    idempotency: idempotencyOf(stored),
  };
}

function storedTombstone(tombstone: Tombstone): StoredTombstone {
  return {
    deleted: true,
    write_id: tombstone.writeId,
    id: tombstone.id,
    owner: tombstone.owner,
    version: tombstone.version,
    document_created_at: tombstone.documentCreatedAt,
    created_at: tombstone.createdAt,
    keyed: tombstone.isKeyed,
  };
}

function tombstoneOf(stored: StoredTombstone): Tombstone {
  return {
    deleted: true,
    writeId: stored.write_id,
    id: stored.id,
    owner: stored.owner,
    version: stored.version,
    documentCreatedAt: stored.document_created_at,
    createdAt: stored.created_at,
    isKeyed: stored.keyed,
  };
}
