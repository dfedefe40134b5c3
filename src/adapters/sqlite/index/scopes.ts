import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LivingHead } from '../../../domain/head.js';
import type { ResultField } from '../../../domain/result-order.js';

const SCOPE_BYTES = 16;
/** Occurs in no UTF-8 text, so it ends any range of texts with a common beginning. */
const ABOVE_ALL = Buffer.of(255);

const KEPT_BYTES = 4 * 1024 * 1024;
/** Of an entry, beside its text: about. */
const OVERHEAD = 200;

/** Lists below a folder ask for those of each folder again. A tag may be long. */
const scopes = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, maxEntrySize: KEPT_BYTES / 64 });

type TimeField = Exclude<ResultField, 'title'>;
type FolderScope = { owner: string; folderId?: string | undefined };
type FolderScopes = FolderScope & { folderIds?: ReadonlySet<string> | undefined };
type TitleScope = FolderScope & { tag?: string | undefined };

/** Of what searches with this owner, folder and tag find. A hash, as tags are long. */
export function scopeOf({ owner, folderId, tag }: TitleScope): Buffer {
  return hashed(owner, folderId ?? null, tag ?? null);
}

/** Of the times of what this owner has, or has in this folder. */
export function timeScope(field: TimeField, { owner, folderId }: FolderScope): Buffer {
  return hashed(owner, folderId ?? null, null, field);
}

/** That of the folder, or of each of several. */
export function eachScope<Q extends FolderScopes>(query: Q, scope: (query: Q) => Buffer): Buffer[] {
  return query.folderIds ? [...query.folderIds].map((folderId) => scope({ ...query, folderId })) : [scope(query)];
}

/** Of the folders in this parent. */
export function parentScope(owner: string, parentId: string | null): Buffer {
  return hashed(owner, parentId);
}

/** All in which this head has its title or time. */
export function scopesOf(field: ResultField, { owner, folderId, tags }: LivingHead): Buffer[] {
  const folders = [undefined, folderId];
  if (field !== 'title') return folders.map((folder) => timeScope(field, { owner, folderId: folder }));
  return [undefined, ...tags].flatMap((tag) => folders.map((folder) => scopeOf({ owner, folderId: folder, tag })));
}

/** Texts in UTF-8, from `start` on, below `end`. */
export type TextRange = { start: Buffer; end: Buffer };

/** The texts that begin with `prefix`. */
export function textsFrom(prefix: string): TextRange {
  const start = Buffer.from(prefix);
  return { start, end: Buffer.concat([start, ABOVE_ALL]) };
}

export function textsBetween(from: string | undefined, below: string | undefined): TextRange {
  return { start: Buffer.from(from ?? ''), end: below === undefined ? ABOVE_ALL : Buffer.from(below) };
}

function hashed(...parts: readonly (string | null)[]): Buffer {
  const text = JSON.stringify(parts);
  const kept = scopes.get(text);
  if (kept) return kept;
  // A copy of its own: the whole hash is not kept.
  const scope = Buffer.from(hash('sha256', text, 'buffer').subarray(0, SCOPE_BYTES));
  scopes.set(text, scope, { size: OVERHEAD + 2 * text.length });
  return scope;
}
