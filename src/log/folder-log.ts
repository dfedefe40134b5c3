import type { FolderRecord } from '../domain/folder.js';
import type { ObjectStore } from '../ports/object-store.js';
import { idempotencyFields, idempotencyOf, type IdempotencyFields } from './idempotency-fields.js';
import { decodeObject, encodeObject } from './json-objects.js';
import { folderKey } from './object-keys.js';

type StoredFolder = {
  write_id: string;
  id: string;
  owner: string;
  name: string;
  parent_id: string | null;
  path: string;
  depth: number;
  created_at: string;
} & IdempotencyFields;

/** Folders, each one immutable object. */
export class FolderLog {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** `taken` may mean by oneself, in an attempt whose answer was lost: read and compare the write id. */
  async claim(folder: FolderRecord): Promise<'claimed' | 'taken'> {
    const outcome = await this.#store.create(folderKey(folder.id), encodeObject(storedFolder(folder)));
    return outcome === 'created' ? 'claimed' : 'taken';
  }

  async read(folderId: string): Promise<FolderRecord | undefined> {
    const key = folderKey(folderId);
    const body = await this.#store.read(key);
    return body === undefined ? undefined : folderOf(decodeObject<StoredFolder>(key, body));
  }
}

function storedFolder(folder: FolderRecord): StoredFolder {
  return {
    write_id: folder.writeId,
    id: folder.id,
    owner: folder.owner,
    name: folder.name,
    parent_id: folder.parentId,
    path: folder.path,
    depth: folder.depth,
    created_at: folder.createdAt,
    ...idempotencyFields(folder.idempotency),
  };
}

function folderOf(stored: StoredFolder): FolderRecord {
  return {
    writeId: stored.write_id,
    id: stored.id,
    owner: stored.owner,
    name: stored.name,
    parentId: stored.parent_id,
    path: stored.path,
    depth: stored.depth,
    createdAt: stored.created_at,
    idempotency: idempotencyOf(stored),
  };
}
