import { LRUCache } from 'lru-cache';
import type { KeyEntry } from '../domain/document-key.js';
import type { DocumentIndex } from '../ports/document-index.js';

const KEPT = 50_000;

/** Entries of clients' keys. A kept one may be old: it counts only while its document lives (rule livingConfirms). */
export class KeyEntries {
  readonly #index: Pick<DocumentIndex, 'readKey'>;
  readonly #kept = new LRUCache<string, KeyEntry>({ max: KEPT });

  constructor(index: Pick<DocumentIndex, 'readKey'>) {
    this.#index = index;
  }

  kept(name: string): KeyEntry | undefined {
    return this.#kept.get(name);
  }

  async read(name: string): Promise<KeyEntry | undefined> {
    const entry = await this.#index.readKey(name);
    if (entry) this.keep(entry);
    return entry;
  }

  keep(entry: KeyEntry): void {
    const kept = this.#kept.get(entry.name);
    if (!kept || kept.life <= entry.life) this.#kept.set(entry.name, entry);
  }
}
