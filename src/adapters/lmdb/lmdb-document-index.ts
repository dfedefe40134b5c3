import { UnavailableError, UnusableIndexError } from '../../domain/errors.js';
import type { KeyEntry } from '../../domain/document-key.js';
import type { Folder } from '../../domain/folder.js';
import { isId } from '../../domain/ids.js';
import { monthOf } from '../../domain/month.js';
import type { VersionSummary } from '../../domain/version.js';
import { chunksOf } from '../../platform/chunks.js';
import type {
  DocumentIndex,
  EntryCounts,
  FolderQuery,
  HeadOutcome,
  HeadWrite,
  ListedPage,
  ListQuery,
  RevisedHead,
  SearchQuery,
} from '../../ports/document-index.js';
import { assertWritable } from './entry-writer.js';
import { SCHEMA_VERSION } from './index-catalog.js';
import { listFolders, readFolders } from './folder-list.js';
import { listHeads } from './list-heads.js';
import { growthOfEntry, growthOfRemoval, growthOfSummary, NO_GROWTH, sumOf } from './growth.js';
import type { Growth } from './growth.js';
import type { IndexPlace } from './index-catalog.js';
import type { EnvironmentSlot } from './environment-slot.js';
import type { IndexEnvironment } from './index-environment.js';
import { assertVersion, idBytes, idKey, scopeKey, searchScope, summaryKey } from './index-keys.js';
import { entryOfKeyRecord, folderOfRecord, summaryOfRecord } from './index-records.js';
import { readHead } from './read-head.js';
import { entriesOf } from './read-all.js';
import { searchIds } from './title-search.js';

/** A larger transaction would delay all other writers. */
const SUMMARIES_TOGETHER = 500;

/**
 * The current index of an LMDB environment. Writes share transactions. They are visible once durable, so there is
 * nothing to refresh. A rebuild in another thread may block, replace or remove the index. So every read finds it in
 * its own snapshot, every write in its own transaction.
 */
export class LmdbDocumentIndex implements DocumentIndex {
  readonly #slot: EnvironmentSlot;

  constructor(slot: EnvironmentSlot) {
    this.#slot = slot;
  }

  async readHead(id: string): Promise<RevisedHead | undefined> {
    return this.#read(({ tables }, place) => (isId(id) ? readHead(tables, place, id) : undefined));
  }

  async writeHead(write: HeadWrite): Promise<HeadOutcome> {
    const { head, expected, summaries } = write;
    assertWritable({ kind: 'head', head });
    for (const summary of summaries) assertWritable({ kind: 'summary', id: head.id, summary });
    return this.#write({
      name: expected === 'absent' ? undefined : expected.index,
      growth: ({ entries }, place) => entries.growthOfHeadWrite(place, write),
      write: ({ entries }, place) => entries.writeHead(place, write),
    });
  }

  async readSummaries(id: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]> {
    return this.#read(({ tables }, { prefix }) => {
      const key = idBytes(id);
      return versions.map((version) => {
        const record = tables.summaries.get(summaryKey(prefix, key, version));
        return record && summaryOfRecord(record);
      });
    });
  }

  async restoreSummaries(id: string, summaries: readonly VersionSummary[]): Promise<void> {
    for (const summary of summaries) assertWritable({ kind: 'summary', id, summary });
    for (const group of chunksOf(summaries, SUMMARIES_TOGETHER)) {
      const growth = sumOf(group.map(growthOfSummary));
      await this.#writeUnlessRefused(growth, ({ entries }, place) => {
        for (const summary of group) entries.addSummary(place, id, summary);
      });
    }
  }

  async removeSummaries(id: string, from: number, to: number): Promise<void> {
    for (const version of [from, to + 1]) assertVersion(version);
    const range = { id: idBytes(id), from, to, limit: SUMMARIES_TOGETHER };
    const growth = growthOfRemoval(2 * range.limit);
    let removed: number;
    do {
      removed = await this.#writeUnlessRefused(growth, ({ entries }, place) => entries.removeSummaries(place, range));
    } while (removed === SUMMARIES_TOGETHER);
  }

  async search(query: SearchQuery): Promise<ListedPage> {
    return this.#readForTurns(async ({ tables: { titles }, kept }, place) => {
      await kept.ready();
      const { ids, next } = await searchIds(titles, searchScope(place.prefix, query), query);
      return { heads: await kept.readAll(place, ids, query.onSize), next };
    });
  }

  async list(query: ListQuery): Promise<ListedPage> {
    return this.#readForTurns((environment, place) => listHeads(environment, place, query));
  }

  async countCreated(owner: string, month: string, without: readonly string[] = []): Promise<number> {
    return this.#read(({ tables }, place) => {
      const isCounted = (id: string): boolean => {
        const head = readHead(tables, place, id)?.head;
        return head?.owner === owner && monthOf(head.createdAt) === month;
      };
      const count = tables.months.get(scopeKey(place.prefix, owner, month)) ?? 0;
      return count - without.filter(isCounted).length;
    });
  }

  /** LMDB knows the size of each table. A second index in the environment, as during a rebuild, counts too. */
  async countEntries(): Promise<EntryCounts> {
    return this.#read(({ tables: { heads, summaries } }) => ({
      documents: entriesOf(heads),
      versions: entriesOf(summaries),
    }));
  }

  async createFolder(folder: Folder): Promise<'created' | 'exists' | 'refused'> {
    assertWritable({ kind: 'folder', folder });
    return this.#write({
      name: undefined,
      growth: () => growthOfEntry({ kind: 'folder', folder }),
      write: ({ entries }, place) => entries.addFolder(place, folder),
    });
  }

  async readFolder(id: string): Promise<Folder | undefined> {
    return this.#read(({ tables }, { prefix }) => {
      const record = isId(id) ? tables.folders.get(idKey(prefix, idBytes(id))) : undefined;
      return record && folderOfRecord(id, record);
    });
  }

  async readFolders(ids: readonly string[]): Promise<(Folder | undefined)[]> {
    return this.#readForTurns(({ tables: { folders } }, { prefix }) => readFolders(folders, prefix, ids.map(idBytes)));
  }

  async listFolders(query: FolderQuery): Promise<Folder[]> {
    return this.#readForTurns(({ tables }, { prefix }) => listFolders(tables, prefix, query));
  }

  async readKey(name: string): Promise<KeyEntry | undefined> {
    return this.#read(({ tables }, { prefix }) => {
      const record = tables.keys.get(idKey(prefix, idBytes(name)));
      return record && entryOfKeyRecord(name, record);
    });
  }

  async raiseKey(entry: KeyEntry): Promise<'written' | 'exists' | 'refused'> {
    assertWritable({ kind: 'key', entry });
    return this.#write({
      name: undefined,
      growth: () => growthOfEntry({ kind: 'key', entry }),
      write: ({ entries }, place) => entries.raiseKey(place, entry),
    });
  }

  async refresh(): Promise<void> {
    await this.#read(() => undefined);
  }

  async readGeneration(): Promise<string | undefined> {
    const environment = await this.#slot.get();
    return environment.readNewest(() =>
      environment.catalog.current() ? currentIn(environment).generation : undefined,
    );
  }

  async install(generation: string): Promise<void> {
    const environment = await this.#slot.get();
    const { catalog } = environment;
    await environment.write(() => {
      if (!catalog.current()) catalog.makeCurrent(catalog.add(generation));
    });
  }

  close(): Promise<void> {
    return this.#slot.close();
  }

  async #read<T>(read: (environment: IndexEnvironment, place: IndexPlace) => T): Promise<T> {
    const environment = await this.#slot.get();
    return environment.read(() => read(environment, currentIn(environment)));
  }

  /** For reads over several snapshots. An index removed between two of them looks empty, so the read starts over. */
  async #readForTurns<T>(read: (environment: IndexEnvironment, place: IndexPlace) => Promise<T>): Promise<T> {
    const environment = await this.#slot.get();
    const { catalog } = environment;
    return environment.readForTurns(async () => {
      for (;;) {
        const place = currentIn(environment);
        const result = await read(environment, place);
        if (currentIn(environment) === place || catalog.stateOf(place) !== undefined) return result;
      }
    });
  }

  async #write<T>({ name, growth, write }: IndexWrite<T>): Promise<T | 'refused'> {
    const environment = await this.#slot.get();
    const { catalog } = environment;
    const meant = (): IndexPlace | undefined => {
      const place = catalog.current();
      return place && (name ?? place.name) === place.name && place.schemaVersion === SCHEMA_VERSION ? place : undefined;
    };
    let isWritten = false;
    const result = await environment.write(
      () => {
        const place = meant();
        if (!place || catalog.stateOf(place) !== 'open') return 'refused';
        isWritten = true;
        return write(environment, place);
      },
      () => {
        const place = meant();
        return place ? growth(environment, place) : NO_GROWTH;
      },
    );
    // Raises the reason, except for a block or another current index.
    if (!isWritten) environment.readNewest(() => currentIn(environment));
    return result;
  }

  async #writeUnlessRefused<T>(
    growth: Growth,
    write: (environment: IndexEnvironment, place: IndexPlace) => T,
  ): Promise<T> {
    const written = await this.#write({
      name: undefined,
      growth: () => growth,
      write: (environment, place) => ({ result: write(environment, place) }),
    });
    if (written === 'refused') throw new UnavailableError('the index takes no writes at the moment');
    return written.result;
  }
}

type IndexWrite<T> = {
  /** The current index must have this name, else the write is refused, blocked or not. Undefined: any name. */
  name: string | undefined;
  growth: (environment: IndexEnvironment, place: IndexPlace) => Growth;
  write: (environment: IndexEnvironment, place: IndexPlace) => T;
};

/** Raises `UnusableIndexError` without a usable current index: an empty answer would prove nothing. */
function currentIn({ catalog }: IndexEnvironment): IndexPlace {
  const place = catalog.current();
  if (!place)
    throw new UnusableIndexError('the index carries no generation: it is empty or was lost; run `quire reindex`');
  if (place.schemaVersion === SCHEMA_VERSION) return place;
  throw new UnusableIndexError(
    `the index is of schema ${place.schemaVersion}, not ${SCHEMA_VERSION}: run \`quire reindex\``,
  );
}
