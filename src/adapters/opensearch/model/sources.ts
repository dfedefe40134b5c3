import type { KeyEntry } from '../../../domain/document-key.js';
import type { Folder } from '../../../domain/folder.js';
import type { Head, LivingHead, TombstoneHead } from '../../../domain/head.js';
import type { AssetsInfo } from '../../../domain/content/assets.js';
import type { SourceInfo } from '../../../domain/content/source.js';
import { restoredPart, type Author, type VersionSummary } from '../../../domain/version.js';
import type { HeadMark } from '../../../ports/index-admin.js';

/** Mapped by `index-templates/documents.json`. Only living heads have `document_owner`, which searches filter by. */
export type HeadSource = {
  kind: 'head';
  id: string;
  owner: string;
  document_owner: string;
  created_key: string;
  folder_id: string;
  title: string;
  folded_title: string;
  tags: readonly string[];
  metadata: string | null;
  visibility: LivingHead['visibility'];
  content_type: LivingHead['contentType'];
  block_count: number;
  /** Heads that older processes wrote have none. */
  content_hash?: string | null;
  source_info?: string;
  assets_info?: string;
  root?: string;
  document_key?: string;
  life?: number;
  /** The index of words that has those of this version. */
  worded?: string;
  current_version: number;
  created_at: string;
  updated_at: string;
};

export type TombstoneSource = {
  kind: 'tombstone';
  id: string;
  owner: string;
  created_key: string;
  /** As of a living head. */
  worded?: string;
  current_version: number;
  created_at: string;
  updated_at: string;
};

export type SummarySource = {
  kind: 'summary';
  version: number;
  title: string;
  block_count: number;
  source_info?: string;
  /** JSON text of `StoredAuthor`. */
  author?: string;
  created_at: string;
  idempotency_key?: string;
  idempotency_request?: string;
};

/** With what an index of an older schema has no field for. A restore has an author. */
type StoredAuthor = Author & Pick<VersionSummary, 'restoredFrom'>;

/** Only folders have `parent_key`, which lists filter by. So no query needs a condition on `kind`. */
export type FolderSource = {
  kind: 'folder';
  id: string;
  owner: string;
  parent_key: string;
  name: string;
  parent_id: string | null;
  path: string;
  depth: number;
  created_at: string;
};

export type KeySource = { kind: 'key'; owner: string; life: number; document_id: string; has_marks: boolean };

export type GenerationSource = { kind: 'generation'; generation: string };

/** Documents of one owner, deleted ones included, created in one month (`YYYY-MM`). */
export function createdKey(owner: string, month: string): string {
  return `${owner} ${month}`;
}

/** Folders of one owner directly below one parent; null: the root. */
export function parentKey(owner: string, parentId: string | null): string {
  return `${owner} ${parentId ?? '/'}`;
}

/** `worded`: the index that has its words. */
export function sourceOfHead(head: Head, worded?: string): HeadSource | TombstoneSource {
  const common = {
    id: head.id,
    owner: head.owner,
    ...(worded !== undefined && { worded }),
    created_key: createdKey(head.owner, head.createdAt.slice(0, 7)),
    current_version: head.currentVersion,
    created_at: head.createdAt,
    updated_at: head.updatedAt,
  };
  if (head.deleted) return { kind: 'tombstone', ...common };
  return {
    kind: 'head',
    ...common,
    document_owner: head.owner,
    folder_id: head.folderId,
    title: head.title,
    folded_title: head.foldedTitle,
    tags: head.tags,
    metadata: head.metadata,
    visibility: head.visibility,
    content_type: head.contentType,
    block_count: head.blockCount,
    content_hash: head.contentHash,
    ...sourceFieldOf(head),
    ...(head.assets && { assets_info: JSON.stringify(head.assets) }),
    ...(head.root !== null && { root: head.root }),
    ...(head.byKey && { document_key: head.byKey.key, life: head.byKey.life }),
  };
}

/** JSON text, as metadata is. */
function sourceFieldOf({ source }: { source: SourceInfo | null }): { source_info?: string } {
  return source ? { source_info: JSON.stringify(source) } : {};
}

function sourceInfoOf({ source_info: text }: { source_info?: string }): SourceInfo | null {
  return text === undefined ? null : (JSON.parse(text) as SourceInfo);
}

export function headOfSource(source: HeadSource | TombstoneSource): Head {
  return source.kind === 'head' ? livingHeadOfSource(source) : tombstoneOfSource(source);
}

export function livingHeadOfSource(source: HeadSource): LivingHead {
  return {
    deleted: false,
    id: source.id,
    owner: source.owner,
    folderId: source.folder_id,
    title: source.title,
    foldedTitle: source.folded_title,
    tags: source.tags,
    metadata: source.metadata,
    visibility: source.visibility,
    contentType: source.content_type,
    blockCount: source.block_count,
    contentHash: source.content_hash ?? null,
    source: sourceInfoOf(source),
    assets: source.assets_info === undefined ? null : (JSON.parse(source.assets_info) as AssetsInfo),
    root: source.root ?? null,
    byKey: source.document_key === undefined ? null : { key: source.document_key, life: source.life ?? 1 },
    currentVersion: source.current_version,
    createdAt: source.created_at,
    updatedAt: source.updated_at,
  };
}

function tombstoneOfSource(source: TombstoneSource): TombstoneHead {
  return {
    deleted: true,
    id: source.id,
    owner: source.owner,
    currentVersion: source.current_version,
    createdAt: source.created_at,
    updatedAt: source.updated_at,
  };
}

export function sourceOfSummary(summary: VersionSummary): SummarySource {
  return {
    kind: 'summary',
    version: summary.version,
    title: summary.title,
    block_count: summary.blockCount,
    ...sourceFieldOf(summary),
    ...(summary.author && { author: JSON.stringify({ ...summary.author, ...restoredPart(summary) }) }),
    created_at: summary.createdAt,
    ...(summary.idempotency === null
      ? {}
      : { idempotency_key: summary.idempotency.key, idempotency_request: summary.idempotency.request }),
  };
}

export function summaryOfSource(source: SummarySource): VersionSummary {
  const { idempotency_key: key, idempotency_request: request } = source;
  return {
    version: source.version,
    title: source.title,
    blockCount: source.block_count,
    source: sourceInfoOf(source),
    ...madeBy(source.author),
    createdAt: source.created_at,
    idempotency: key === undefined || request === undefined ? null : { key, request },
  };
}

function madeBy(author: string | undefined): Pick<VersionSummary, 'author' | 'restoredFrom'> {
  if (author === undefined) return { author: null };
  const { keyId, label, restoredFrom } = JSON.parse(author) as StoredAuthor;
  return { author: { keyId, label }, ...restoredPart({ restoredFrom }) };
}

export function sourceOfFolder(folder: Folder): FolderSource {
  return {
    kind: 'folder',
    id: folder.id,
    owner: folder.owner,
    parent_key: parentKey(folder.owner, folder.parentId),
    name: folder.name,
    parent_id: folder.parentId,
    path: folder.path,
    depth: folder.depth,
    created_at: folder.createdAt,
  };
}

export function folderOfSource(source: FolderSource): Folder {
  return {
    id: source.id,
    owner: source.owner,
    name: source.name,
    parentId: source.parent_id,
    path: source.path,
    depth: source.depth,
    createdAt: source.created_at,
  };
}

export function sourceOfKey({ owner, life, id, hasMarks }: KeyEntry): KeySource {
  return { kind: 'key', owner, life, document_id: id, has_marks: hasMarks };
}

export function entryOfKeySource(name: string, source: KeySource): KeyEntry {
  return { name, owner: source.owner, life: source.life, id: source.document_id, hasMarks: source.has_marks };
}

export type MarkSource = Pick<HeadSource | TombstoneSource, 'kind' | 'id' | 'current_version'>;
export const MARK_FIELDS = ['kind', 'id', 'current_version'];

export const HEAD_KINDS = { terms: { kind: ['head', 'tombstone'] } };
export const FOLDER_KIND = { term: { kind: 'folder' } };
export const SUMMARY_KIND = { term: { kind: 'summary' } };

export function markOf({ id, kind, current_version: currentVersion }: MarkSource): HeadMark {
  return { id, currentVersion, deleted: kind === 'tombstone' };
}
