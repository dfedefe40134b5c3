import type { Folder } from '../domain/folder.js';
import { ID_LENGTH } from '../domain/ids.js';

const FIRST_CAPACITY = 1_000;

/** Identifiers in the order they were added, 24 bytes each: a list may have 100,000 folders. */
export class SeenFolders {
  #ids = Buffer.allocUnsafe(FIRST_CAPACITY * ID_LENGTH);
  #bytes = 0;

  add(folders: readonly Folder[]): void {
    for (const { id } of folders) {
      if (this.#bytes === this.#ids.length) this.#ids = Buffer.concat([this.#ids, Buffer.allocUnsafe(this.#bytes)]);
      this.#bytes += this.#ids.write(id, this.#bytes, 'latin1');
    }
  }

  slice(start: number, count: number): string[] {
    const text = this.#ids.toString('latin1', start * ID_LENGTH, Math.min((start + count) * ID_LENGTH, this.#bytes));
    return Array.from({ length: text.length / ID_LENGTH }, (_, i) => text.slice(i * ID_LENGTH, (i + 1) * ID_LENGTH));
  }
}
