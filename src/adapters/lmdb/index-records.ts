import type { ContentType, Visibility } from '../../domain/document.js';
import type { KeyEntry } from '../../domain/document-key.js';
import type { Folder } from '../../domain/folder.js';
import type { Head, LivingHead } from '../../domain/head.js';
import type { IdempotencyMark, VersionSummary } from '../../domain/version.js';

/** Fields by position: no user data becomes a property name. `seqNo`: the last write, and key of its change entry. */
export type LivingRecord = [
  seqNo: number,
  deleted: false,
  owner: string,
  currentVersion: number,
  createdAt: string,
  updatedAt: string,
  folderId: string,
  title: string,
  foldedTitle: string,
  tags: readonly string[],
  metadata: string | null,
  visibility: Visibility,
  contentType: ContentType,
  blockCount: number,
  /** These are absent in an index of schema 1. */
  contentHash?: string | null,
  key?: string | null,
  life?: number,
];
export type TombstoneRecord = [
  seqNo: number,
  deleted: true,
  owner: string,
  currentVersion: number,
  createdAt: string,
  updatedAt: string,
];
export type HeadRecord = LivingRecord | TombstoneRecord;

export type SummaryRecord = [
  seqNo: number,
  version: number,
  title: string,
  blockCount: number,
  createdAt: string,
  idempotency: [string, string] | null,
];

export type KeyRecord = [seqNo: number, owner: string, life: number, id: string, hasMarks: boolean];

export type StoredFolder = [
  owner: string,
  name: string,
  parentId: string | null,
  path: string,
  depth: number,
  createdAt: string,
];

/** `removed`: gone for every reader and writer, though some of its entries may remain. */
export type IndexState = 'open' | 'blocked' | 'removed';
/** The holder of the token may block the index and make it current. */
export type TokenRecord = [rank: number, token: string];
export type IndexRecord = [
  name: string,
  generation: string,
  schemaVersion: number,
  state: IndexState,
  token?: TokenRecord | undefined,
];

export function headRecord(head: Head, seqNo: number): HeadRecord {
  const { owner, currentVersion, createdAt, updatedAt } = head;
  if (head.deleted) return [seqNo, true, owner, currentVersion, createdAt, updatedAt];
  return [
    seqNo,
    false,
    owner,
    currentVersion,
    createdAt,
    updatedAt,
    head.folderId,
    head.title,
    head.foldedTitle,
    head.tags,
    head.metadata,
    head.visibility,
    head.contentType,
    head.blockCount,
    head.contentHash,
    head.byKey?.key ?? null,
    head.byKey?.life ?? 0,
  ];
}

export function headOfRecord(id: string, record: HeadRecord): Head {
  if (!record[1]) return livingHeadOf(id, record);
  const [, deleted, owner, currentVersion, createdAt, updatedAt] = record;
  return { deleted, id, owner, currentVersion, createdAt, updatedAt };
}

export function livingHeadOf(id: string, record: LivingRecord): LivingHead {
  return {
    deleted: false,
    id,
    owner: record[2],
    folderId: record[6],
    title: record[7],
    foldedTitle: record[8],
    tags: record[9],
    metadata: record[10],
    visibility: record[11],
    contentType: record[12],
    blockCount: record[13],
    contentHash: record[14] ?? null,
    byKey: byKeyOf(record),
    currentVersion: record[3],
    createdAt: record[4],
    updatedAt: record[5],
  };
}

function byKeyOf([, , , , , , , , , , , , , , , key, life]: LivingRecord): LivingHead['byKey'] {
  return typeof key === 'string' && life !== undefined ? { key, life } : null;
}

export function summaryRecord(summary: VersionSummary, seqNo: number): SummaryRecord {
  const { version, title, blockCount, createdAt, idempotency } = summary;
  return [seqNo, version, title, blockCount, createdAt, idempotency && [idempotency.key, idempotency.request]];
}

export function summaryOfRecord(record: SummaryRecord): VersionSummary {
  const [, version, title, blockCount, createdAt, mark] = record;
  const idempotency: IdempotencyMark | null = mark && { key: mark[0], request: mark[1] };
  return { version, title, blockCount, createdAt, idempotency };
}

export function keyRecord({ owner, life, id, hasMarks }: KeyEntry, seqNo: number): KeyRecord {
  return [seqNo, owner, life, id, hasMarks];
}

export function entryOfKeyRecord(name: string, record: KeyRecord): KeyEntry {
  const [, owner, life, id, hasMarks] = record;
  return { name, owner, life, id, hasMarks };
}

export function folderRecord({ owner, name, parentId, path, depth, createdAt }: Folder): StoredFolder {
  return [owner, name, parentId, path, depth, createdAt];
}

export function folderOfRecord(id: string, record: StoredFolder): Folder {
  const [owner, name, parentId, path, depth, createdAt] = record;
  return { id, owner, name, parentId, path, depth, createdAt };
}
