import { crc32 } from 'node:zlib';
import type { KeyEntry } from '../../../domain/document-key.js';
import type { Folder } from '../../../domain/folder.js';
import type { Head, LivingHead, TombstoneHead } from '../../../domain/head.js';
import { restoredPart, type VersionSummary } from '../../../domain/version.js';
import { DamagedIndexError } from '../files/sqlite-errors.js';

/**
 * A head as `heads` has it. `record`: all but identifier and metadata, as JSON text. `metadata`: JSON text; bytes where
 * it is decoded later.
 */
export type HeadRow = { id: string; sum: number; record: string; metadata: string | Uint8Array | null };

/** Only the fields of the type: callers may pass records that have more, such as those of the log. */
export function rowOfHead(head: Head): HeadRow & { metadata: string | null } {
  const { id, owner, currentVersion, createdAt, updatedAt } = head;
  const common = { owner, currentVersion, createdAt, updatedAt };
  const record = JSON.stringify(head.deleted ? { deleted: true, ...common } : { ...common, ...livingFields(head) });
  const metadata = head.deleted ? null : head.metadata;
  return { id, sum: sumOf(id, record, metadata), record, metadata };
}

type Rare = 'assets' | 'root';
type RecordedHead = Omit<LivingHead, 'id' | 'metadata' | Rare | keyof TombstoneHead> &
  Partial<Pick<LivingHead, Rare>> & { deleted: false };

function livingFields(head: LivingHead): RecordedHead {
  const { folderId, title, foldedTitle, tags, visibility, contentType, blockCount, contentHash, source } = head;
  const { assets, root } = head;
  const byKey = head.byKey && { key: head.byKey.key, life: head.byKey.life };
  return {
    deleted: false,
    folderId,
    title,
    foldedTitle,
    tags,
    visibility,
    contentType,
    blockCount,
    contentHash,
    source,
    ...(assets && { assets }),
    ...(root !== null && { root }),
    byKey,
  };
}

/** Older processes write no source and no author. */
type Recorded<T, Late extends keyof T> = Omit<T, Late> & Partial<Pick<T, Late>>;

/** Raises `DamagedIndexError` where the row is not what was written: damage may pass SQLite's own checks. */
export function headOfRow({ id, sum, record, metadata }: HeadRow): Head {
  if (sumOf(id, record, metadata) !== sum) throw new DamagedIndexError(`the head of ${id} has a wrong sum`);
  const head = parsed(record) as (Recorded<RecordedHead, 'source'> & Omit<TombstoneHead, 'deleted'>) | TombstoneHead;
  if (head.deleted) return { ...head, id };
  const text = metadata === null || typeof metadata === 'string' ? metadata : textOf(metadata);
  const { source = null, assets = null, root = null } = head;
  return { ...head, source, assets, root, id, metadata: text };
}

export type TagsAndFolder = Pick<LivingHead, 'tags' | 'folderId'>;

/** Of a living head, without its metadata and without a look at its sum. */
export function tagsAndFolderOf(record: string): TagsAndFolder {
  return parsed(record) as RecordedHead;
}

/** UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

type RecordedSummary = Recorded<Omit<VersionSummary, 'version'>, 'source' | 'author'>;

export function recordOfSummary({ title, blockCount, source, author, ...rest }: VersionSummary): string {
  const { createdAt, idempotency } = rest;
  const restored = restoredPart(rest);
  const mark = idempotency && { key: idempotency.key, request: idempotency.request };
  return JSON.stringify({
    title,
    blockCount,
    source,
    ...(author && { author }),
    ...restored,
    createdAt,
    idempotency: mark,
  });
}

export function summaryOf(version: number, record: string): VersionSummary {
  const { source = null, author = null, ...others } = parsed(record) as RecordedSummary;
  return { version, ...others, source, author };
}

export function recordOfFolder({ owner, name, parentId, path, depth, createdAt }: Folder): string {
  return JSON.stringify({ owner, name, parentId, path, depth, createdAt });
}

export function folderOf(id: string, record: string): Folder {
  return { id, ...(parsed(record) as Omit<Folder, 'id'>) };
}

export function recordOfKey({ owner, life, id, hasMarks }: KeyEntry): string {
  return JSON.stringify({ owner, life, id, hasMarks });
}

export function keyOf(name: string, record: string): KeyEntry {
  return { name, ...(parsed(record) as Omit<KeyEntry, 'name'>) };
}

function parsed(record: string): unknown {
  try {
    return JSON.parse(record);
  } catch (error) {
    throw new DamagedIndexError('a record is no JSON', { cause: error });
  }
}

function sumOf(id: string, record: string, metadata: string | Uint8Array | null): number {
  return crc32(metadata ?? '', crc32(record, crc32(id)));
}
