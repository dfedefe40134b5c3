import type { Slot } from '../domain/version.js';
import type { ObjectStore } from '../ports/object-store.js';
import { slotKey } from './object-keys.js';
import { decodeSlot, encodeSlot } from './slot-codec.js';

/** Every document's append-only log of numbered slots, in the object store. */
export class VersionLog {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /**
   * Claims the slot that `slot` names: the linearization point of every write. `taken` may mean by oneself, in an
   * attempt whose answer was lost: read the slot and compare the write id.
   */
  async claim(slot: Slot): Promise<'claimed' | 'taken'> {
    const id = slot.deleted ? slot.id : slot.document.id;
    const outcome = await this.#store.create(slotKey(id, slot.version), encodeSlot(slot));
    return outcome === 'created' ? 'claimed' : 'taken';
  }

  async read(documentId: string, version: number): Promise<Slot | undefined> {
    const key = slotKey(documentId, version);
    const body = await this.#store.read(key);
    return body === undefined ? undefined : decodeSlot(key, body);
  }

  async remove(documentId: string, version: number): Promise<void> {
    await this.#store.remove(slotKey(documentId, version));
  }
}
