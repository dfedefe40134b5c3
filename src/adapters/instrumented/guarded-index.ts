import { UnavailableError } from '../../domain/errors.js';
import type { Folder } from '../../domain/folder.js';
import type { DocumentIndex, FolderQuery, HeadWrite, SearchQuery } from '../../ports/document-index.js';

const LOST = 'the index is lost or was emptied: run `quire reindex`';
/** For so long an index that was the right one is believed to be it where it finds something. */
const BELIEVED_MS = 1_000;

/**
 * An index that was lost or emptied knows nothing, and would say so of every document; one of another log knows
 * too much. This decorator makes sure that the index carries the generation that the log names: at every answer
 * that something is absent, before anything new goes in, and else once a second.
 */
export class GuardedIndex implements DocumentIndex {
  readonly #index: DocumentIndex;
  readonly #readNamed: () => Promise<string | undefined>;
  #named: string | undefined;
  #confirmedAt = -Infinity;

  /** `readNamed`: the generation that the log names. */
  constructor(index: DocumentIndex, readNamed: () => Promise<string | undefined>) {
    this.#index = index;
    this.#readNamed = readNamed;
  }

  /** Raises `UnavailableError` unless the index is the one that the log names. */
  async confirm(): Promise<void> {
    const askedAt = performance.now();
    const carried = await this.#index.readGeneration();
    if (carried === undefined || carried !== this.#named) {
      this.#named = await this.#readNamed();
      if (carried === undefined || carried !== this.#named) throw new UnavailableError(LOST, { retryAfter: 30 });
    }
    this.#confirmedAt = askedAt;
  }

  async readHead(id: string) {
    return this.#judged(await this.#index.readHead(id));
  }

  async writeHead(write: HeadWrite) {
    if (write.expected === 'absent') await this.confirm();
    return this.#index.writeHead(write);
  }

  readSummaries(id: string, versions: readonly number[]) {
    return this.#index.readSummaries(id, versions);
  }

  restoreSummaries(...args: Parameters<DocumentIndex['restoreSummaries']>) {
    return this.#index.restoreSummaries(...args);
  }

  removeSummaries(id: string, from: number, to: number) {
    return this.#index.removeSummaries(id, from, to);
  }

  async search(query: SearchQuery) {
    return this.#judgedList(await this.#index.search(query));
  }

  async countCreated(owner: string, month: string) {
    const count = await this.#index.countCreated(owner, month);
    await this.confirm();
    return count;
  }

  async createFolder(folder: Folder) {
    await this.confirm();
    return this.#index.createFolder(folder);
  }

  async readFolder(id: string) {
    return this.#judged(await this.#index.readFolder(id));
  }

  async listFolders(query: FolderQuery) {
    return this.#judgedList(await this.#index.listFolders(query));
  }

  refresh() {
    return this.#index.refresh();
  }

  readGeneration() {
    return this.#index.readGeneration();
  }

  install(generation: string) {
    return this.#index.install(generation);
  }

  close() {
    return this.#index.close();
  }

  async #judged<T>(found: T | undefined): Promise<T | undefined> {
    if (found === undefined || !this.#believed) await this.confirm();
    return found;
  }

  async #judgedList<T>(found: T[]): Promise<T[]> {
    if (found.length === 0 || !this.#believed) await this.confirm();
    return found;
  }

  get #believed(): boolean {
    return performance.now() - this.#confirmedAt < BELIEVED_MS;
  }
}
