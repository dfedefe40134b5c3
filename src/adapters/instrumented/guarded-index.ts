import { UnavailableError } from '../../domain/errors.js';
import type { Folder } from '../../domain/folder.js';
import type { GenerationRecord } from '../../log/generation-record.js';
import type { DocumentIndex, FolderQuery, HeadWrite, SearchQuery } from '../../ports/document-index.js';

const LOST = 'the index is lost or was emptied: run `quire reindex`';

/**
 * An index that was lost or emptied knows nothing, and would say so of every document. Before anything absent is
 * reported as absent, and before anything new goes in (a page of what came after the loss would look whole), this
 * decorator makes sure that the index carries the generation that the log names.
 */
export class GuardedIndex implements DocumentIndex {
  readonly #index: DocumentIndex;
  readonly #record: GenerationRecord;
  #named: string | undefined;

  constructor(index: DocumentIndex, record: GenerationRecord) {
    this.#index = index;
    this.#record = record;
  }

  /** Raises `UnavailableError` unless the index is the one that the log names. */
  async confirm(): Promise<void> {
    const carried = await this.#index.readGeneration();
    if (carried !== undefined && carried === this.#named) return;
    this.#named = await this.#record.read();
    if (carried === undefined || carried !== this.#named) throw new UnavailableError(LOST, { retryAfter: 30 });
  }

  async readHead(id: string) {
    return await this.#index.readHead(id) ?? this.#absent();
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
    const found = await this.#index.search(query);
    if (found.length === 0) await this.confirm();
    return found;
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
    return await this.#index.readFolder(id) ?? this.#absent();
  }

  async listFolders(query: FolderQuery) {
    const found = await this.#index.listFolders(query);
    if (found.length === 0) await this.confirm();
    return found;
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

  async #absent(): Promise<undefined> {
    await this.confirm();
    return undefined;
  }
}
