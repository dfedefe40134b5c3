import type { KeyEntry, KeyLife } from '../../src/domain/document-key.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { fold } from '../../src/domain/fold.js';
import type { Folder } from '../../src/domain/folder.js';
import type { LivingHead, TombstoneHead } from '../../src/domain/head.js';
import { derivedId, newId } from '../../src/domain/ids.js';
import type { VersionSummary } from '../../src/domain/version.js';

const CREATED_AT = '2026-03-14T15:09:26.535Z';

export function newOwner(): string {
  return `owner-${randomBase62(10)}`;
}

/** A head with random id, owner and folder. Identifier and folded title follow from owner and title if not given. */
export function livingHead(overrides: Partial<LivingHead> = {}): LivingHead {
  const owner = overrides.owner ?? newOwner();
  const title = overrides.title ?? `Title ${randomBase62(8)}`;
  return {
    deleted: false,
    id: newId(owner),
    owner,
    folderId: newId(owner),
    title,
    foldedTitle: fold(title),
    tags: [],
    metadata: null,
    visibility: 'private',
    contentType: 'markdown',
    blockCount: 3,
    contentHash: null,
    source: null,
    assets: null,
    root: null,
    byKey: null,
    currentVersion: 1,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...overrides,
  };
}

export function keyEntry(overrides: Partial<KeyEntry> = {}): KeyEntry {
  const owner = overrides.owner ?? newOwner();
  return { name: newId(owner), owner, life: 1, id: newId(owner), hasMarks: false, ...overrides };
}

export function keyLife(overrides: Partial<KeyLife> = {}): KeyLife {
  const owner = overrides.owner ?? newOwner();
  const key = overrides.key ?? `key ${randomBase62(8)}`;
  const name = derivedId('by-key', owner, key);
  return { name, owner, key, life: 1, id: newId(owner), createdAt: CREATED_AT, marks: [], ...overrides };
}

/** What the deletion of a document leaves behind. */
export function tombstoneHead(overrides: Partial<TombstoneHead> = {}): TombstoneHead {
  const owner = overrides.owner ?? newOwner();
  return {
    deleted: true,
    id: newId(owner),
    owner,
    currentVersion: 2,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...overrides,
  };
}

/** The tombstone that follows a living head. */
export function tombstoneOf(head: LivingHead): TombstoneHead {
  const { id, owner, createdAt, currentVersion } = head;
  return tombstoneHead({ id, owner, createdAt, currentVersion: currentVersion + 1 });
}

export function versionSummary(overrides: Partial<VersionSummary> = {}): VersionSummary {
  return {
    version: 1,
    title: `Title ${randomBase62(8)}`,
    blockCount: 3,
    source: null,
    author: null,
    createdAt: CREATED_AT,
    idempotency: null,
    ...overrides,
  };
}

export function folder(overrides: Partial<Folder> = {}): Folder {
  const owner = overrides.owner ?? newOwner();
  const name = overrides.name ?? `Folder ${randomBase62(8)}`;
  return {
    id: newId(owner),
    owner,
    name,
    parentId: null,
    path: `/${name}`,
    depth: 0,
    createdAt: CREATED_AT,
    ...overrides,
  };
}
