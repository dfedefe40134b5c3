import { UnavailableError } from '../../domain/errors.js';
import type { Folder } from '../../domain/folder.js';
import type { LivingHead } from '../../domain/head.js';
import { isId } from '../../domain/ids.js';
import type { VersionSummary } from '../../domain/version.js';
import type {
  DocumentIndex, FolderQuery, HeadOutcome, HeadWrite, RevisedHead, SearchQuery,
} from '../../ports/document-index.js';
import { assertWritable } from './entry-writer.js';
import { SCHEMA_VERSION } from './index-catalog.js';
import type { IndexPlace } from './index-catalog.js';
import type { IndexEnvironment } from './index-environment.js';
import { assertVersion, idBytes, idKey, idOfKey, rangeOf, scopeKey, searchScope, summaryKey } from './index-keys.js';
import { folderOfRecord, livingHeadOf, summaryOfRecord } from './index-records.js';
import { readHead } from './read-head.js';
import { pageOfKeys, searchIds } from './title-search.js';

/** A transaction with many more would keep everybody else's waiting. */
const SUMMARIES_TOGETHER = 500;

/**
 * The current one of the indices in an LMDB environment. Reads go straight to the memory map; writes share
 * transactions. Everything is visible as soon as it is durable, so there is nothing to refresh.
 *
 * A rebuild in another process may block the index, make another one the current one, or remove it: every read
 * looks it up in its own snapshot, every write in its own transaction.
 */
export class LmdbDocumentIndex implements DocumentIndex {
  readonly #environment: IndexEnvironment;

  /** Made by `openLmdbIndex`. */
  constructor(environment: IndexEnvironment) {
    this.#environment = environment;
  }

  async readHead(id: string): Promise<RevisedHead | undefined> {
    return this.#read((place) => (isId(id) ? readHead(this.#environment.tables, place, id) : undefined));
  }

  async writeHead(write: HeadWrite): Promise<HeadOutcome> {
    const { head, expected, summaries } = write;
    assertWritable({ kind: 'head', head });
    for (const summary of summaries) assertWritable({ kind: 'summary', id: head.id, summary });
    const name = expected === 'absent' ? undefined : expected.index;
    return this.#write(name, (place) => this.#environment.entries.writeHead(place, write));
  }

  async readSummaries(id: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]> {
    const { summaries } = this.#environment.tables;
    return this.#read(({ prefix }) => {
      const key = idBytes(id);
      return versions.map((version) => {
        const record = summaries.get(summaryKey(prefix, key, version));
        return record && summaryOfRecord(record);
      });
    });
  }

  async restoreSummaries(id: string, summaries: readonly VersionSummary[]): Promise<void> {
    for (const summary of summaries) assertWritable({ kind: 'summary', id, summary });
    for (let start = 0; start < summaries.length; start += SUMMARIES_TOGETHER) {
      const group = summaries.slice(start, start + SUMMARIES_TOGETHER);
      await this.#writeUnlessRefused((place) => {
        for (const summary of group) this.#environment.entries.addSummary(place, id, summary);
      });
    }
  }

  async removeSummaries(id: string, from: number, to: number): Promise<void> {
    for (const version of [from, to + 1]) assertVersion(version);
    const range = { id: idBytes(id), from, to, limit: SUMMARIES_TOGETHER };
    let removed: number;
    do {
      removed = await this.#writeUnlessRefused((place) => this.#environment.entries.removeSummaries(place, range));
    } while (removed === SUMMARIES_TOGETHER);
  }

  async search(query: SearchQuery): Promise<LivingHead[]> {
    const { titles, heads } = this.#environment.tables;
    return this.#readForTurns(async ({ prefix }) => {
      const found: LivingHead[] = [];
      for (const id of await searchIds(titles, searchScope(prefix, query), query)) {
        const record = heads.get(idKey(prefix, id));
        if (record && !record[1]) found.push(livingHeadOf(id.toString('latin1'), record));
      }
      return found;
    });
  }

  async countCreated(owner: string, month: string): Promise<number> {
    return this.#read(({ prefix }) => this.#environment.tables.months.get(scopeKey(prefix, owner, month)) ?? 0);
  }

  async createFolder(folder: Folder): Promise<'created' | 'exists' | 'refused'> {
    assertWritable({ kind: 'folder', folder });
    return this.#write(undefined, (place) => this.#environment.entries.addFolder(place, folder));
  }

  async readFolder(id: string): Promise<Folder | undefined> {
    return this.#read(({ prefix }) => {
      const record = isId(id) ? this.#environment.tables.folders.get(idKey(prefix, idBytes(id))) : undefined;
      return record && folderOfRecord(id, record);
    });
  }

  async listFolders({ owner, parentId, limit, offset }: FolderQuery): Promise<Folder[]> {
    const { folderNames, folders } = this.#environment.tables;
    return this.#readForTurns(async ({ prefix }) => {
      const range = rangeOf(scopeKey(prefix, owner, parentId));
      const keys = await pageOfKeys(folderNames, { ...range, offset, limit: limit ?? Infinity });
      return keys.map(idOfKey).flatMap((id) => {
        const record = folders.get(idKey(prefix, id));
        return record ? [folderOfRecord(id.toString('latin1'), record)] : [];
      });
    });
  }

  async refresh(): Promise<void> {
    await this.#read(() => undefined);
  }

  async readGeneration(): Promise<string | undefined> {
    const { catalog } = this.#environment;
    return this.#environment.read(() => (catalog.current() ? this.#place().generation : undefined));
  }

  async install(generation: string): Promise<void> {
    const { catalog } = this.#environment;
    await this.#environment.write(() => {
      if (!catalog.current()) catalog.makeCurrent(catalog.add(generation));
    });
  }

  close(): Promise<void> {
    return this.#environment.close();
  }

  /** Without a current index there is none, or it was lost: emptiness would mean nothing. */
  #place(): IndexPlace {
    const place = this.#environment.catalog.current();
    if (!place) throw new UnavailableError('the index carries no generation: it is empty or was lost; run `quire reindex`');
    if (place.schemaVersion === SCHEMA_VERSION) return place;
    throw new UnavailableError(`the index is of schema ${place.schemaVersion}, not ${SCHEMA_VERSION}: run \`quire reindex\``);
  }

  async #read<T>(read: (place: IndexPlace) => T): Promise<T> {
    return this.#environment.read(() => read(this.#place()));
  }

  /** For a read of several snapshots: an index that is removed between two of them empties under the reader. */
  #readForTurns<T>(read: (place: IndexPlace) => Promise<T>): Promise<T> {
    const { catalog } = this.#environment;
    return this.#environment.readForTurns(async () => {
      for (;;) {
        const place = this.#place();
        const result = await read(place);
        if (catalog.current() === place || catalog.stateOf(place) !== undefined) return result;
      }
    });
  }

  /**
   * Writes to the current index. `name`: refuses any other, be it blocked or not, since it is the current one
   * that requests go to.
   */
  async #write<T>(name: string | undefined, write: (place: IndexPlace) => T): Promise<T | 'refused'> {
    const { catalog } = this.#environment;
    this.#environment.read(() => this.#place());
    return this.#environment.write(() => {
      const place = catalog.current();
      const isMeant = place !== undefined && (name ?? place.name) === place.name;
      if (!isMeant || place.schemaVersion !== SCHEMA_VERSION || catalog.stateOf(place) !== 'open') return 'refused';
      return write(place);
    });
  }

  async #writeUnlessRefused<T>(write: (place: IndexPlace) => T): Promise<T> {
    const written = await this.#write(undefined, (place) => ({ result: write(place) }));
    if (written === 'refused') throw new UnavailableError('the index takes no writes at the moment');
    return written.result;
  }
}
