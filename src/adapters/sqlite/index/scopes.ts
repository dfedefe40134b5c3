import { hash } from 'node:crypto';
import type { LivingHead } from '../../../domain/head.js';

const SCOPE_BYTES = 16;
/** Occurs in no UTF-8 text, so it ends any range of texts with a common beginning. */
const ABOVE_ALL = Buffer.of(255);

export type TitleScope = { owner: string; folderId: string | undefined; tag: string | undefined };

/** Of what searches with this owner, folder and tag find. A hash, as tags are long. */
export function scopeOf({ owner, folderId, tag }: TitleScope): Buffer {
  return hashed(owner, folderId ?? null, tag ?? null);
}

/** Of the folders in this parent. */
export function parentScope(owner: string, parentId: string | null): Buffer {
  return hashed(owner, parentId);
}

/** All that find this head. */
export function scopesOf({ owner, folderId, tags }: LivingHead): Buffer[] {
  return [undefined, ...tags].flatMap((tag) =>
    [undefined, folderId].map((folder) => scopeOf({ owner, folderId: folder, tag })),
  );
}

/** The texts in UTF-8 that begin with `prefix`: from `start` on, below `end`. */
export function textsFrom(prefix: string): { start: Buffer; end: Buffer } {
  const start = Buffer.from(prefix);
  return { start, end: Buffer.concat([start, ABOVE_ALL]) };
}

function hashed(...parts: readonly (string | null)[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer').subarray(0, SCOPE_BYTES);
}
