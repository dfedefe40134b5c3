import { UnavailableError } from '../../domain/errors.js';
import type { ListOptions, ObjectStore, OnSize } from '../../ports/object-store.js';

/** Refuses writes until create-if-absent is proven and the index is set up. Reads go on. */
export class WriteGate implements ObjectStore {
  readonly #store: ObjectStore;
  readonly #mayWrite: () => boolean;

  constructor(store: ObjectStore, mayWrite: () => boolean) {
    this.#store = store;
    this.#mayWrite = mayWrite;
  }

  async create(key: string, body: Uint8Array) {
    this.#check();
    return this.#store.create(key, body);
  }

  async put(key: string, body: Uint8Array | (() => Uint8Array)) {
    this.#check();
    return this.#store.put(key, body);
  }

  read(key: string, onSize?: OnSize) {
    return this.#store.read(key, onSize);
  }

  async remove(key: string) {
    this.#check();
    return this.#store.remove(key);
  }

  list(prefix: string, options?: ListOptions) {
    return this.#store.list(prefix, options);
  }

  close() {
    return this.#store.close();
  }

  #check(): void {
    // An object written earlier would make the index look lost.
    if (!this.#mayWrite()) throw new UnavailableError('the object store is not proven and set up yet');
  }
}
