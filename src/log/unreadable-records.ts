import { Type } from '@sinclair/typebox';
import { firstOf } from '../platform/first-of.js';
import type { ObjectStore } from '../ports/object-store.js';
import { encodeObject, readDecoded } from './json-objects.js';
import { folderKey, livesPrefix, slotsPrefix, unreadableKey } from './object-keys.js';
import { shapeOf, Id } from './shapes.js';

export type UnreadableKind = 'documents' | 'folders' | 'by-key';
export type Unreadable = Record<UnreadableKind, readonly string[]>;
type KeptNames = { generation: string; ids: Promise<Record<UnreadableKind, ReadonlySet<string>>> };

const shape = shapeOf(
  Type.Object({ documents: Type.Array(Id), folders: Type.Array(Id), 'by-key': Type.Optional(Type.Array(Id)) }),
);

/** By generation, the documents, folders and keys that a rebuild left out of its index as unreadable. They exist. */
export class UnreadableRecords {
  readonly #store: ObjectStore;
  #kept: KeptNames | undefined;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Call it before the generation is named. */
  async write(generation: string, unreadable: Unreadable): Promise<void> {
    await this.#store.put(unreadableKey(generation), encodeObject(unreadable));
  }

  /** Whether it was left out, and the log still has something of it. */
  async holds(generation: string, kind: UnreadableKind, id: string): Promise<boolean> {
    if (!(await this.#idsOf(generation))[kind].has(id)) return false;
    return (await firstOf(this.#store.list(PREFIX_OF[kind](id)))) !== undefined;
  }

  #idsOf(generation: string): KeptNames['ids'] {
    if (this.#kept?.generation === generation) return this.#kept.ids;
    const kept = { generation, ids: this.#read(generation) };
    this.#kept = kept;
    kept.ids.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return kept.ids;
  }

  async #read(generation: string): KeptNames['ids'] {
    const names = await readDecoded(this.#store, unreadableKey(generation), shape);
    return {
      documents: new Set(names?.documents),
      folders: new Set(names?.folders),
      'by-key': new Set(names?.['by-key']),
    };
  }
}

const PREFIX_OF = { documents: slotsPrefix, folders: folderKey, 'by-key': livesPrefix };
