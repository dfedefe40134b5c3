import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { newId, newWriteId } from '../../src/domain/ids.js';
import { NO_ASSETS } from '../../src/domain/content/assets.js';
import { sourceOf } from '../../src/domain/content/source.js';
import { documentIdOf, type Slot, type Tombstone, type Version } from '../../src/domain/version.js';
import { KEY_CHANGES_KEY, slotKey } from '../../src/log/object-keys.js';
import { encodeSlot } from '../../src/log/slot-codec.js';
import type { ObjectStore } from '../../src/ports/object-store.js';

const OWNER = 'alice';
const TIME = '2026-03-14T15:09:26.535Z';

/** A slot as some writer would claim it; told apart from every other by its write id. */
export function versionSlot(id: string, version: number): Version {
  return {
    deleted: false,
    writeId: newWriteId(),
    document: { id, owner: OWNER, folderId: newId(OWNER), visibility: 'private', createdAt: TIME, byKey: null },
    version,
    title: `Title ${version}`,
    contentType: 'markdown',
    metadata: null,
    blocks: [{ id: 'b', order: 0, type: 'paragraph', content: 'Some words.', metadata: null }],
    contentHash: null,
    source: version % 2 === 0 ? sourceOf(`# Title ${version}\r\n`) : null,
    assets: NO_ASSETS,
    root: null,
    author: version % 2 === 0 ? null : { keyId: 'key_1', label: 'ci' },
    createdAt: TIME,
    idempotency: null,
  };
}

export function tombstoneSlot(id: string, version: number): Tombstone {
  return {
    deleted: true,
    writeId: newWriteId(),
    id,
    owner: OWNER,
    version,
    documentCreatedAt: TIME,
    createdAt: TIME,
    isKeyed: false,
    marks: [],
  };
}

export function newDocumentId(): string {
  return newId(OWNER);
}

export async function addSlots(store: ObjectStore, slots: readonly Slot[]): Promise<void> {
  for (const slot of slots) {
    await store.put(slotKey(documentIdOf(slot), slot.version), encodeSlot(slot));
  }
}

/** Versions 1 … `count` of a new document; its id. */
export async function addDocument(store: ObjectStore, count = 1): Promise<string> {
  const id = newDocumentId();
  await addSlots(
    store,
    Array.from({ length: count }, (_, n) => versionSlot(id, n + 1)),
  );
  return id;
}

export async function addText(store: ObjectStore, key: string, text: string): Promise<void> {
  await store.put(key, Buffer.from(text));
}

/** All objects below a prefix, by key, but for the mark of changes, which is another one at each place. */
export async function objectsOf(store: ObjectStore, prefix = ''): Promise<Record<string, string>> {
  const objects: Record<string, string> = {};
  for await (const key of store.list(prefix)) {
    if (key !== KEY_CHANGES_KEY) objects[key] = Buffer.from((await store.read(key)) ?? '').toString('latin1');
  }
  return objects;
}

/** Version numbers in a document's log. */
export async function slotNumbers(store: ObjectStore, id: string): Promise<number[]> {
  return Object.keys(await objectsOf(store, `documents/${id}/`)).map((key) => Number(key.slice(-15, -5)));
}

/** The same store, some of whose methods are others. */
export function altered(store: ObjectStore, changes: Partial<ObjectStore>): ObjectStore {
  return {
    create: (key, body) => store.create(key, body),
    put: (key, body) => store.put(key, body),
    read: (key, onSize) => store.read(key, onSize),
    remove: (key) => store.remove(key),
    list: (prefix, options) => store.list(prefix, options),
    close: () => store.close(),
    ...changes,
  };
}

export type StorePair = { source: ObjectStore; target: ObjectStore; dispose(): Promise<void> };

/** Two empty places in folders. */
export async function storePair(): Promise<StorePair> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-sync-'));
  const [source, target] = [SqliteObjectStore.of(join(folder, 'source')), SqliteObjectStore.of(join(folder, 'target'))];
  return {
    source,
    target,
    dispose: async () => {
      await Promise.all([source.close(), target.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Objects by the thousand, side by side. */
export async function addObjects(store: ObjectStore, objects: Record<string, string | Uint8Array>): Promise<void> {
  await Promise.all(Object.entries(objects).map(([key, body]) => store.put(key, Buffer.from(body))));
}
