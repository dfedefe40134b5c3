import { Type, type Static } from '@sinclair/typebox';
import type { FolderRecord } from '../domain/folder.js';
import type { ObjectStore } from '../ports/object-store.js';
import { IDEMPOTENCY_FIELDS, idempotencyFields, idempotencyOf } from './idempotency-fields.js';
import { decodeObject, encodeObject, readObject, UnreadableObjectError } from './json-objects.js';
import { folderKey } from './object-keys.js';
import { shapeOf, Id, OwnerName, Time } from './shapes.js';

/** In code points: a key of the embedded index holds no longer name. */
const LONGEST_NAME = 480;

const STORED_FOLDER = Type.Object({
  write_id: Type.String(),
  id: Id,
  owner: OwnerName,
  name: Type.String({ maxLength: LONGEST_NAME }),
  parent_id: Type.Union([Id, Type.Null()]),
  path: Type.String(),
  depth: Type.Integer({ minimum: 0 }),
  created_at: Time,
  ...IDEMPOTENCY_FIELDS,
});
type FolderObject = Static<typeof STORED_FOLDER>;

const folderShape = shapeOf(STORED_FOLDER);

export class FolderLog {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** `taken` may mean an own attempt whose answer was lost: read, and compare the write id. */
  async claim(folder: FolderRecord): Promise<'claimed' | 'taken'> {
    const outcome = await this.#store.create(folderKey(folder.id), encodeObject(storedFolder(folder)));
    return outcome === 'created' ? 'claimed' : 'taken';
  }

  async read(folderId: string): Promise<FolderRecord | undefined> {
    const key = folderKey(folderId);
    const body = await readObject(this.#store, key);
    return body === undefined ? undefined : decodeFolder(key, body);
  }
}

export function decodeFolder(key: string, body: Uint8Array): FolderRecord {
  const folder = folderOf(decodeObject(key, body, folderShape));
  if (folderKey(folder.id) === key) return folder;
  throw new UnreadableObjectError(`the object ${key} is of the folder ${folder.id}`);
}

function storedFolder(folder: FolderRecord): FolderObject {
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

function folderOf(stored: FolderObject): FolderRecord {
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
