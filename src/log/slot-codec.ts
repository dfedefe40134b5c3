import { Type, type Static } from '@sinclair/typebox';
import { DOCUMENT_KEY_BYTES } from '../domain/document-key.js';
import { BLOCK_TYPES, CONTENT_TYPES, VISIBILITIES } from '../domain/document.js';
import type { JsonObject } from '../domain/json.js';
import { NO_ASSETS } from '../domain/content/assets.js';
import type { Source } from '../domain/content/source.js';
import { documentIdOf, restoredPart, type Slot, type Tombstone, type Version } from '../domain/version.js';
import { IDEMPOTENCY_FIELDS, idempotencyFields, idempotencyOf } from './idempotency-fields.js';
import {
  checkObject,
  decodeObject,
  encodeObject,
  encodeObjectInSteps,
  UnreadableObjectError,
  ASSETS_FORMAT,
  SOURCE_FORMAT,
} from './json-objects.js';
import { slotKey } from './object-keys.js';
import {
  shapeOf,
  ContentHash,
  Id,
  Key,
  Life,
  Marks,
  Metadata,
  NullableText,
  oneOf,
  OwnerName,
  Time,
} from './shapes.js';

/** In code points: an index term has at most 32,766 bytes of UTF-8, and folding may make three of one. */
const LONGEST_TITLE = 2_000;
const LONGEST_TAG = 8_000;
const MOST_TAGS = 10_000;

const STORED_VERSION = Type.Object({
  write_id: Type.String(),
  id: Id,
  owner: OwnerName,
  folder_id: Id,
  visibility: oneOf(VISIBILITIES),
  document_created_at: Time,
  version: Type.Integer(),
  title: Type.String({ maxLength: LONGEST_TITLE }),
  content_type: oneOf(CONTENT_TYPES),
  metadata: Type.Unsafe<JsonObject | null>({
    ...Metadata,
    properties: { tags: { maxItems: MOST_TAGS, items: { type: 'string', maxLength: LONGEST_TAG } } },
  }),
  blocks: Type.Array(
    Type.Object({ id: Type.String(), type: oneOf(BLOCK_TYPES), content: Type.String(), metadata: Metadata }),
  ),
  content_hash: Type.Optional(ContentHash),
  source: Type.Optional(
    Type.Object({ text: Type.String(), sha256: ContentHash, plain: Type.Optional(Type.Literal(true)) }),
  ),
  assets: Type.Optional(Type.Record(Type.String(), ContentHash)),
  root: Type.Optional(Type.String({ maxLength: DOCUMENT_KEY_BYTES })),
  by_key: Type.Optional(Type.Object({ key: Key, life: Life })),
  author: Type.Optional(Type.Object({ key_id: Type.String(), label: NullableText })),
  restored_from: Type.Optional(Type.Integer()),
  created_at: Time,
  ...IDEMPOTENCY_FIELDS,
});
type StoredVersion = Static<typeof STORED_VERSION>;

const STORED_TOMBSTONE = Type.Object({
  deleted: Type.Literal(true),
  write_id: Type.String(),
  id: Id,
  owner: OwnerName,
  version: Type.Integer(),
  document_created_at: Time,
  created_at: Time,
  keyed: Type.Boolean(),
  marks: Type.Optional(Marks),
});
type StoredTombstone = Static<typeof STORED_TOMBSTONE>;

const versionShape = shapeOf(STORED_VERSION);
const tombstoneShape = shapeOf(STORED_TOMBSTONE);
const slotShape = shapeOf(Type.Object({ deleted: Type.Optional(Type.Literal(true)) }));

export function encodeSlot(slot: Slot): Uint8Array {
  if (slot.deleted) return encodeObject(storedTombstone(slot));
  return encodeObject({ ...formatOf(slot), ...storedVersion(slot) });
}

/** The same in steps of some milliseconds. */
export function encodeVersionInSteps(version: Version): Generator<void, Uint8Array> {
  return encodeObjectInSteps({ ...formatOf(version), ...storedVersion(version) }, 3);
}

function formatOf({ assets, source }: Version): { format?: number } {
  if (assets.size > 0) return { format: ASSETS_FORMAT };
  return source ? { format: SOURCE_FORMAT } : {};
}

/** Raises `UnreadableObjectError` for what is no slot, and for the slot of another key. */
export function decodeSlot(key: string, body: Uint8Array): Slot {
  const stored = decodeObject(key, body, { shape: slotShape, newest: ASSETS_FORMAT });
  const slot = stored.deleted
    ? tombstoneOf(checkObject(key, stored, tombstoneShape))
    : versionOf(checkObject(key, stored, versionShape));
  const id = documentIdOf(slot);
  if (slotKey(id, slot.version) === key) return slot;
  throw new UnreadableObjectError(`the object ${key} is of ${id}, slot ${slot.version}`);
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
    ...(version.contentHash !== null && { content_hash: version.contentHash }),
    ...(version.source && { source: storedSource(version.source) }),
    ...(version.assets.size > 0 && { assets: Object.fromEntries(version.assets) }),
    ...(version.root !== null && { root: version.root }),
    ...(version.document.byKey && { by_key: version.document.byKey }),
    ...(version.author && { author: { key_id: version.author.keyId, label: version.author.label } }),
    ...(version.restoredFrom !== undefined && { restored_from: version.restoredFrom }),
    created_at: version.createdAt,
    ...idempotencyFields(version.idempotency),
  };
}

type StoredSource = NonNullable<StoredVersion['source']>;

function storedSource({ text, sha256, isPlain }: Source): StoredSource {
  return { text, sha256, ...(isPlain && { plain: true as const }) };
}

function sourceOfStored({ text, sha256, plain }: StoredSource): Source {
  return { text, sha256, bytes: Buffer.byteLength(text), isPlain: plain === true };
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
      byKey: stored.by_key ?? null,
    },
    version: stored.version,
    title: stored.title,
    contentType: stored.content_type,
    metadata: stored.metadata,
    blocks: stored.blocks.map(({ id, type, content, metadata }, order) => ({ id, type, content, metadata, order })),
    contentHash: stored.content_hash ?? null,
    source: stored.source ? sourceOfStored(stored.source) : null,
    assets: stored.assets ? new Map(Object.entries(stored.assets)) : NO_ASSETS,
    root: stored.root ?? null,
    author: stored.author ? { keyId: stored.author.key_id, label: stored.author.label } : null,
    ...restoredPart({ restoredFrom: stored.restored_from }),
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
    ...(tombstone.marks.length > 0 && { marks: [...tombstone.marks] }),
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
    marks: stored.marks ?? [],
  };
}
