import { UnavailableError } from '../../domain/errors.js';
import type { Folder } from '../../domain/folder.js';
import type { LivingHead } from '../../domain/head.js';
import { isId } from '../../domain/ids.js';
import type { VersionSummary } from '../../domain/version.js';
import type {
  DocumentIndex, FolderQuery, HeadOutcome, HeadWrite, RevisedHead, SearchQuery,
} from '../../ports/document-index.js';
import { HeadWriter } from './head-writer.js';
import { folderNameKey, idBytes, idOfKey, rangeOf, scopeHash, summaryKey } from './index-keys.js';
import {
  folderOfRecord, folderRecord, headOfRecord, livingHeadOf, summaryOfRecord, summaryRecord,
} from './index-records.js';
import { newMark, readMark } from './index-mark.js';
import type { IndexMark } from './index-mark.js';
import type { IndexTables } from './index-tables.js';
import { pageOfKeys, searchIds } from './title-search.js';
import { WriteQueue } from './write-queue.js';

const NOTHING = Buffer.alloc(0);

/**
 * The index in one LMDB environment of one process. Reads go straight to the memory map; writes share
 * transactions. Everything is visible as soon as it is durable, so there is nothing to refresh.
 */
export class LmdbDocumentIndex implements DocumentIndex {
  readonly #tables: IndexTables;
  readonly #queue: WriteQueue;
  readonly #heads: HeadWriter;
  #mark: IndexMark | undefined;
  #closed = false;

  /** Made by `openLmdbIndex`. */
  constructor(tables: IndexTables) {
    this.#tables = tables;
    this.#queue = new WriteQueue((work) => tables.root.transaction(work));
    this.#heads = new HeadWriter(tables);
    this.#mark = readMark(tables.root);
  }

  async readHead(id: string): Promise<RevisedHead | undefined> {
    return this.#read(({ heads }, mark) => {
      const record = isId(id) ? heads.get(idBytes(id)) : undefined;
      if (!record) return undefined;
      const revision = { index: mark.environment, seqNo: record[0], primaryTerm: 1 };
      return { head: headOfRecord(id, record), revision };
    });
  }

  async writeHead(write: HeadWrite): Promise<HeadOutcome> {
    const mark = this.#installed();
    if (write.expected !== 'absent' && write.expected.index !== mark.environment) return 'refused';
    const prepared = this.#heads.prepare(write);
    return this.#queue.write(() => this.#heads.write(prepared));
  }

  async readSummaries(id: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]> {
    return this.#read(({ summaries }) => {
      const key = idBytes(id);
      return versions.map((version) => {
        const record = summaries.get(summaryKey(key, version));
        return record && summaryOfRecord(record);
      });
    });
  }

  async restoreSummaries(id: string, summaries: readonly VersionSummary[]): Promise<void> {
    this.#installed();
    const table = this.#tables.summaries;
    const entries = summaries.map((each) => [summaryKey(idBytes(id), each.version), summaryRecord(each)] as const);
    await this.#queue.write(() => {
      for (const [key, record] of entries) if (!table.doesExist(key)) void table.put(key, record);
    });
  }

  async removeSummaries(id: string, from: number, to: number): Promise<void> {
    this.#installed();
    const table = this.#tables.summaries;
    const range = { start: summaryKey(idBytes(id), from), end: summaryKey(idBytes(id), to + 1) };
    await this.#queue.write(() => {
      for (const key of [...table.getKeys(range)]) void table.remove(key);
    });
  }

  async search(query: SearchQuery): Promise<LivingHead[]> {
    this.#installed();
    return this.#guarded(async () => {
      const found: LivingHead[] = [];
      for (const id of await searchIds(this.#tables.titles, query)) {
        const record = this.#tables.heads.get(id);
        if (record && !record[1]) found.push(livingHeadOf(id.toString('latin1'), record));
      }
      return found;
    });
  }

  async countCreated(owner: string, month: string): Promise<number> {
    return this.#read(({ months }) => months.get(scopeHash(owner, month)) ?? 0);
  }

  async createFolder(folder: Folder): Promise<'created' | 'exists'> {
    this.#installed();
    const { folders, folderNames } = this.#tables;
    const id = idBytes(folder.id);
    const name = folderNameKey(scopeHash(folder.owner, folder.parentId), folder.name, id);
    return this.#queue.write(() => {
      if (folders.doesExist(id)) return 'exists';
      void folders.put(id, folderRecord(folder));
      void folderNames.put(name, NOTHING);
      return 'created';
    });
  }

  async readFolder(id: string): Promise<Folder | undefined> {
    return this.#read(({ folders }) => {
      const record = isId(id) ? folders.get(idBytes(id)) : undefined;
      return record && folderOfRecord(id, record);
    });
  }

  async listFolders({ owner, parentId, limit, offset }: FolderQuery): Promise<Folder[]> {
    this.#installed();
    return this.#guarded(async () => {
      const range = rangeOf(scopeHash(owner, parentId));
      const keys = await pageOfKeys(this.#tables.folderNames, { ...range, offset, limit: limit ?? Infinity });
      return keys.map(idOfKey).flatMap((id) => {
        const record = this.#tables.folders.get(id);
        return record ? [folderOfRecord(id.toString('latin1'), record)] : [];
      });
    });
  }

  async refresh(): Promise<void> {
    this.#installed();
  }

  async readGeneration(): Promise<string | undefined> {
    return this.#mark?.generation;
  }

  async install(generation: string): Promise<void> {
    const { root } = this.#tables;
    this.#mark = await this.#queue.write(() => readMark(root) ?? newMark(root, generation));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queue.idle();
    await this.#tables.root.close();
  }

  /** An index that carries no generation is lost, or not there yet: its emptiness means nothing. */
  #installed(): IndexMark {
    if (this.#closed) throw new UnavailableError('the index is closed');
    if (!this.#mark) throw new UnavailableError('the index carries no generation: it is empty or was lost');
    return this.#mark;
  }

  async #read<T>(read: (tables: IndexTables, mark: IndexMark) => T): Promise<T> {
    const mark = this.#installed();
    return this.#guarded(() => read(this.#tables, mark));
  }

  async #guarded<T>(read: () => T | Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw new UnavailableError('reading the index failed', { cause: error });
    }
  }
}
