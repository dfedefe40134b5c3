import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError, WordsMissingError } from '../../../domain/errors.js';
import type { KeyEntry } from '../../../domain/document-key.js';
import type { Folder } from '../../../domain/folder.js';
import { isId, routingOf } from '../../../domain/ids.js';
import { monthOf } from '../../../domain/month.js';
import type { VersionSummary } from '../../../domain/version.js';
import { chunksOf } from '../../../platform/chunks.js';
import type {
  Counted,
  CountQuery,
  DocumentIndex,
  EntryCounts,
  FolderQuery,
  HeadOutcome,
  HeadWrite,
  LinkedDocument,
  ListedPage,
  ListQuery,
  RevisedHead,
  SearchQuery,
  WordSearch,
} from '../../../ports/document-index.js';
import { inSnapshot } from '../files/connection.js';
import { assertVersion, assertWritable } from './entry-writer.js';
import type { EntryReader } from './entry-reader.js';
import type { OpenIndex } from './index-files.js';
import { DataFolder } from './data-folder.js';
import { FolderWriter } from '../writer/folder-writer.js';
import { usable, type IndexJob, type JobResult } from './index-jobs.js';
import { KeptHeads } from './kept-heads.js';
import { PlaceSearch } from './place-search.js';
import { logFile } from '../files/log-file.js';
import { fileFailure } from '../files/sqlite-errors.js';
import type { WordIndex } from '../words/word-index.js';
import { Reopening } from '../files/reopening.js';
import { repeatWhileBusy } from '../files/repeat-while-busy.js';

/** A larger job would delay all other writers. */
const SUMMARIES_TOGETHER = 500;
/** Entries that are read by id in a turn: a millisecond. */
const READ_TOGETHER = 200;

/**
 * The current index of a folder. A thread writes; its writes are visible when they are durable, so there is nothing to
 * refresh. Reads are statements in this thread, which never wait: what is locked is asked again in a later turn of the
 * event loop. A rebuild may block, replace or remove the index, so each read asks the catalog which one it is.
 */
export class SqliteDocumentIndex implements DocumentIndex {
  readonly #ownsWriter: boolean;
  readonly #writer: FolderWriter;
  readonly #folder: Reopening<DataFolder>;
  readonly #words: WordIndex | undefined;
  readonly #places = new PlaceSearch((read) => this.#read(read));
  #kept: { reader: EntryReader; heads: KeptHeads } | undefined;
  #isClosed = false;

  /** With a writer of its own. */
  static of(folder: string): SqliteDocumentIndex {
    return new SqliteDocumentIndex(new FolderWriter(folder), { ownsWriter: true });
  }

  /**
   * Opens nothing yet: where that fails, calls raise `UnavailableError`. `ownsWriter`: it ends with the index. `words`:
   * of this folder; they end with the index.
   */
  constructor(
    writer: FolderWriter,
    { ownsWriter = false, words }: { ownsWriter?: boolean; words?: WordIndex | undefined } = {},
  ) {
    this.#writer = writer;
    this.#words = words;
    words?.follow();
    this.#folder = new Reopening(() => new DataFolder(writer.folder, { busyMs: 0 }));
    this.#ownsWriter = ownsWriter;
  }

  async readHead(id: string): Promise<RevisedHead | undefined> {
    return this.#read(({ reader }) => reader.head(id));
  }

  async writeHead(write: HeadWrite): Promise<HeadOutcome> {
    const { head, summaries } = write;
    assertWritable({ kind: 'head', head });
    for (const summary of summaries) assertWritable({ kind: 'summary', id: head.id, summary });
    return (await this.#write(routingOf(head.id), { kind: 'head', write })) as HeadOutcome;
  }

  async readSummaries(id: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]> {
    return this.#read(({ reader }) => versions.map((version) => reader.summary(id, version)));
  }

  async restoreSummaries(id: string, summaries: readonly VersionSummary[]): Promise<void> {
    for (const summary of summaries) assertWritable({ kind: 'summary', id, summary });
    for (const group of chunksOf(summaries, SUMMARIES_TOGETHER)) {
      await this.#write(routingOf(id), { kind: 'summaries', id, summaries: group });
    }
  }

  async removeSummaries(id: string, from: number, to: number): Promise<void> {
    for (const version of [from, to]) assertVersion(version);
    const range = { id, from, to, limit: SUMMARIES_TOGETHER };
    let removed: JobResult;
    do {
      removed = await this.#write(routingOf(id), { kind: 'no summaries', range });
    } while (removed === SUMMARIES_TOGETHER);
  }

  search(query: SearchQuery): Promise<ListedPage> {
    return this.#places.search(query);
  }

  list(query: ListQuery): Promise<ListedPage> {
    return this.#places.list(query);
  }

  async countCreated(owner: string, month: string, without: readonly string[] = []): Promise<number> {
    return this.#read(({ connection, reader }) => {
      const isCounted = (id: string): boolean => {
        const head = reader.head(id)?.head;
        return head?.owner === owner && monthOf(head.createdAt) === month;
      };
      return inSnapshot(connection, () => reader.created(owner, month) - without.filter(isCounted).length);
    });
  }

  async searchWords(query: WordSearch): Promise<ListedPage> {
    if (!this.#words) throw new WordsMissingError();
    return this.#words.page(query, async (hits) => {
      const { kept, found } = await this.#read((index, kept) =>
        inSnapshot(index.connection, () => ({ kept, found: kept.find(hits, query.onSize) })),
      );
      return kept.decode(found);
    });
  }

  async countWords(query: CountQuery): Promise<Counted> {
    if (!this.#words) throw new WordsMissingError();
    return this.#words.count(query);
  }

  async countEntries(): Promise<EntryCounts> {
    return this.#read(({ reader }) => {
      const { documents, versions } = reader.meta();
      return { documents, versions };
    });
  }

  async createFolder(folder: Folder): Promise<'created' | 'exists' | 'refused'> {
    assertWritable({ kind: 'folder', folder });
    return (await this.#write(routingOf(folder.id), { kind: 'folder', folder })) as 'created' | 'exists' | 'refused';
  }

  async readFolder(id: string): Promise<Folder | undefined> {
    return this.#read(({ reader }) => (isId(id) ? reader.folder(id) : undefined));
  }

  async listFolders(query: FolderQuery): Promise<Folder[]> {
    return this.#read(({ reader }) => reader.foldersIn(query));
  }

  async readKey(name: string): Promise<KeyEntry | undefined> {
    return this.#read(({ reader }) => reader.key(name));
  }

  readLinked(names: readonly string[]): Promise<(LinkedDocument | undefined)[]> {
    return this.#readEach(names, (reader, name) => {
      // An identifier without a document, where the key has no entry.
      const id = reader.key(name)?.id ?? name;
      const visibility = reader.facts(id)?.visibility;
      return visibility && { id, visibility };
    });
  }

  async raiseKey(entry: KeyEntry): Promise<'written' | 'exists' | 'refused'> {
    assertWritable({ kind: 'key', entry });
    return (await this.#write(routingOf(entry.name), { kind: 'key', entry })) as 'written' | 'exists' | 'refused';
  }

  async refresh(): Promise<void> {
    await this.#read(() => undefined);
  }

  async readGeneration(): Promise<string | undefined> {
    return this.#repeatWhileBusy(() => {
      const row = this.#opened().catalog.current();
      return row && usable(row).generation;
    });
  }

  /** No other file takes the place of one that is open. */
  readIdentity(): Promise<string | undefined> {
    return this.readGeneration();
  }

  async install(generation: string): Promise<void> {
    await this.#writer.install(generation);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#words?.close();
    await (this.#ownsWriter ? this.#writer.close() : this.#writer.idle());
    this.#folder.close();
  }

  async #write(turn: string, job: IndexJob): Promise<JobResult> {
    if (this.#isClosed) throw new UnavailableError('the index is closed');
    const result = await this.#writer.write(turn, job);
    this.#folder.closeFixed();
    if (job.kind === 'head') this.#words?.follow();
    return result;
  }

  async #readEach<T>(ids: readonly string[], read: (reader: EntryReader, id: string) => T): Promise<T[]> {
    const found: T[] = [];
    for (const group of chunksOf(ids, READ_TOGETHER)) {
      if (found.length > 0) await nextTurn();
      found.push(...(await this.#read(({ reader }) => group.map((id) => read(reader, id)))));
    }
    return found;
  }

  #read<T>(read: (index: OpenIndex, kept: KeptHeads) => T): Promise<T> {
    return this.#repeatWhileBusy(() => {
      const folder = this.#opened();
      return folder.onCurrent((row) => folder.files.use(row, (index) => read(index, this.#keptOf(index.reader))));
    });
  }

  async #repeatWhileBusy<T>(read: () => T): Promise<T> {
    try {
      return await repeatWhileBusy(read);
    } catch (error) {
      throw fileFailure(error, logFile(this.#writer.folder));
    }
  }

  #opened(): DataFolder {
    if (this.#isClosed) throw new UnavailableError('the index is closed');
    return this.#folder.get();
  }

  /** Another reader is of another index, or of files that were opened again. */
  #keptOf(reader: EntryReader): KeptHeads {
    if (this.#kept?.reader !== reader) this.#kept = { reader, heads: new KeptHeads(reader) };
    return this.#kept.heads;
  }
}
