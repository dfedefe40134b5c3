import type { OpenSearchConfig } from '../../../config/config.js';
import type { KeyEntry } from '../../../domain/document-key.js';
import type { Folder } from '../../../domain/folder.js';
import { MisconfiguredError, WordsMissingError } from '../../../domain/errors.js';
import { isId } from '../../../domain/ids.js';
import type { VersionSummary } from '../../../domain/version.js';
import { chunksOf } from '../../../platform/chunks.js';
import { NO_TRACER } from '../../../platform/tracer.js';
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
import { folderAddress, guardOf, keyAddress, summaryAddress } from '../model/addresses.js';
import { type Operation, BulkWriter, type OperationResult } from './bulk-writer.js';
import { isBlocked, isIndexMissing, unavailable } from '../transport/cluster-failure.js';
import { Cluster } from '../transport/cluster.js';
import { MultiGetReader } from './multi-get-reader.js';
import { DocumentSearch } from './document-search.js';
import { listFolders, countCreated, countEntries, readKeys, readLinked, readSummaries } from './reads.js';
import { writeHead, readHead, type Target } from './heads.js';
import { installIndex } from '../model/install-index.js';
import { OpenSearchConnection } from '../transport/opensearch-connection.js';
import {
  expectSearches,
  expectSchema,
  indexBehind,
  indexExists,
  refreshIndex,
  readGeneration,
  readUuid,
} from '../model/index-schema.js';
import { WordsIndex } from './words-index.js';
import { Searcher } from '../transport/searcher.js';
import { folderOfSource, sourceOfFolder, sourceOfKey, sourceOfSummary, type FolderSource } from '../model/sources.js';

/** A long version history is restored, or removed, in several requests. */
const SUMMARIES_PER_GROUP = 500;

/** Heads, summaries, folders and the generation in one index behind one alias. */
export class OpenSearchDocumentIndex implements DocumentIndex {
  readonly #options: OpenSearchConfig;
  readonly #alias: string;
  readonly #cluster: Cluster;
  readonly #reader: MultiGetReader;
  readonly #visibilityReader: MultiGetReader;
  readonly #writer: BulkWriter;
  readonly #searcher: Searcher;
  readonly #search: DocumentSearch;
  readonly #words: WordsIndex;
  #concrete: string | undefined;
  /** The generation whose index is known to be of this program's schema, and can be searched as far as known. */
  #usable: string | undefined;

  constructor(options: OpenSearchConfig, tracer = NO_TRACER) {
    this.#options = options;
    this.#alias = options.indexPrefix;
    this.#cluster = new Cluster(new OpenSearchConnection(options, { tracer }), options.timeoutMs);
    this.#reader = new MultiGetReader(this.#cluster, this.#alias);
    this.#visibilityReader = new MultiGetReader(this.#cluster, this.#alias, ['kind', 'visibility']);
    this.#writer = new BulkWriter(this.#cluster);
    this.#words = new WordsIndex(this.#cluster, options);
    this.#searcher = new Searcher(this.#cluster);
    this.#search = new DocumentSearch(this.#searcher, this.#alias, async (id) => (await this.readHead(id))?.head);
  }

  readHead(id: string): Promise<RevisedHead | undefined> {
    return readHead(this.#reader, id);
  }

  async writeHead(write: HeadWrite): Promise<HeadOutcome> {
    const outcome = await writeHead({ writer: this.#writer, words: this.#words }, write, await this.#targetOf(write));
    // A rebuild may have put another index behind the alias.
    if (outcome === 'refused') this.#concrete = undefined;
    return outcome;
  }

  /** A new head goes to the index whose words were written: not to one that a rebuild puts behind the alias then. */
  async #targetOf(write: HeadWrite): Promise<Target> {
    const { expected, slot } = write;
    const target = { index: this.#alias, alias: true };
    if (expected !== 'absent' || !slot || !this.#words.isOn) return target;
    const concrete = await this.#behind();
    if (concrete === undefined) return target;
    const guard = guardOf(concrete);
    if ((await this.#words.of(concrete)) !== undefined || (await indexExists(this.#cluster, guard))) {
      return { index: guard, alias: true, concrete };
    }
    // No rebuild of it has begun, or one has ended.
    return (await this.#isStillBehind(concrete)) ? target : this.#targetOf(write);
  }

  /** The index behind the alias, as it was after its generation was read. */
  async #behind(): Promise<string | undefined> {
    this.#concrete ??= await indexBehind(this.#cluster, this.#alias);
    return this.#concrete;
  }

  readSummaries(id: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]> {
    return readSummaries(
      this.#reader,
      versions.map((version) => ({ id, version })),
    );
  }

  async restoreSummaries(id: string, summaries: readonly VersionSummary[]): Promise<void> {
    for (const group of chunksOf(summaries, SUMMARIES_PER_GROUP)) {
      await this.#writeAll(
        'write of summaries',
        group.map((summary) => ({
          kind: 'create',
          index: this.#alias,
          alias: true,
          address: summaryAddress(id, summary.version),
          source: sourceOfSummary(summary),
        })),
      );
    }
  }

  async removeSummaries(id: string, from: number, to: number): Promise<void> {
    for (let first = from; first <= to; first += SUMMARIES_PER_GROUP) {
      const length = Math.min(SUMMARIES_PER_GROUP, to - first + 1);
      await this.#writeAll(
        'removal of summaries',
        Array.from({ length }, (_, i) => ({
          kind: 'delete',
          index: this.#alias,
          alias: true,
          address: summaryAddress(id, first + i),
        })),
      );
    }
  }

  search(query: SearchQuery): Promise<ListedPage> {
    return this.#searched(this.#search.page(query));
  }

  list(query: ListQuery): Promise<ListedPage> {
    return this.#searched(this.#search.list(query));
  }

  countCreated(owner: string, month: string, without?: readonly string[]): Promise<number> {
    return countCreated(this.#searcher, this.#alias, { owner, month, without });
  }

  searchWords(query: WordSearch): Promise<ListedPage> {
    return this.#inWords((words) => this.#search.words(words, query));
  }

  countWords(query: CountQuery): Promise<Counted> {
    return this.#inWords((words) => this.#search.countWords(words, query));
  }

  /** Again if a rebuild has put another index behind the alias meanwhile. */
  async #inWords<T>(work: (index: string) => Promise<T>): Promise<T> {
    const concrete = await this.#behind();
    try {
      const words = concrete === undefined ? undefined : await this.#words.whole(this.#searcher, concrete);
      if (words === undefined) throw new WordsMissingError();
      return await this.#searched(work(words));
    } catch (error) {
      if (await this.#isStillBehind(concrete)) throw error;
      return this.#inWords(work);
    }
  }

  countEntries(): Promise<EntryCounts> {
    return countEntries(this.#searcher, this.#alias);
  }

  async createFolder(folder: Folder): Promise<'created' | 'exists' | 'refused'> {
    const [result] = await this.#writer.write([
      {
        kind: 'create',
        index: this.#alias,
        alias: true,
        address: folderAddress(folder.id),
        source: sourceOfFolder(folder),
      },
    ]);
    if (result === undefined) return 'created';
    if (result.status === 409) return 'exists';
    if (isBlocked(result)) return 'refused';
    throw unavailable('write of a folder', result);
  }

  async readFolder(id: string): Promise<Folder | undefined> {
    // Any other string (empty, or kilobytes long) would fail the whole multi-get.
    if (!isId(id)) return undefined;
    const found = await this.#reader.read<FolderSource>(folderAddress(id));
    return found && folderOfSource(found._source);
  }

  listFolders(query: FolderQuery): Promise<Folder[]> {
    return this.#searched(listFolders(this.#searcher, this.#alias, query));
  }

  async readKey(name: string): Promise<KeyEntry | undefined> {
    return (await readKeys(this.#reader, [name]))[0];
  }

  readLinked(names: readonly string[]): Promise<(LinkedDocument | undefined)[]> {
    return readLinked({ keys: this.#reader, heads: this.#visibilityReader }, names);
  }

  async raiseKey(entry: KeyEntry): Promise<'written' | 'exists' | 'refused'> {
    const target = { index: this.#alias, alias: true, address: keyAddress(entry.name) };
    const [result] = await this.#writer.write([
      { kind: 'index', ...target, source: sourceOfKey(entry), rank: entry.life },
    ]);
    if (result === undefined) return 'written';
    if (result.status === 409) return 'exists';
    if (isBlocked(result)) return 'refused';
    throw unavailable('write of a key', result);
  }

  async refresh(): Promise<void> {
    await Promise.all([refreshIndex(this.#cluster, this.#alias), this.#refreshWords()]);
  }

  async #refreshWords(): Promise<void> {
    if (!this.#words.isOn) return;
    const concrete = await this.#behind();
    if (concrete !== undefined && (await this.#words.refresh(concrete))) return;
    if (!(await this.#isStillBehind(concrete))) await this.#refreshWords();
  }

  async #isStillBehind(concrete: string | undefined): Promise<boolean> {
    if (concrete !== undefined) this.#words.forget(concrete);
    this.#concrete = undefined;
    return (await this.#behind()) === concrete;
  }

  async readGeneration(): Promise<string | undefined> {
    const generation = await readGeneration(this.#cluster, this.#alias);
    if (generation !== undefined && generation !== this.#usable) {
      this.#concrete = await expectSchema(this.#cluster, this.#alias);
      await expectSearches(this.#searcher, this.#alias);
      this.#usable = generation;
    }
    return generation;
  }

  readIdentity(): Promise<string | undefined> {
    return readUuid(this.#cluster, this.#alias);
  }

  install(generation: string): Promise<void> {
    return installIndex(this.#cluster, this.#options, generation);
  }

  close(): Promise<void> {
    return this.#cluster.close();
  }

  /** The cluster's setting can change at any time: `readGeneration` then asks whether searches are allowed again. */
  async #searched<T>(search: Promise<T>): Promise<T> {
    try {
      return await search;
    } catch (error) {
      if (error instanceof MisconfiguredError) this.#usable = undefined;
      throw error;
    }
  }

  async #writeAll(what: string, operations: Operation[]): Promise<void> {
    const results = await this.#writer.write(operations);
    const failure = results.find((result) => result !== undefined && !isDoneBefore(result));
    if (failure !== undefined) throw unavailable(what, failure);
  }
}

/** The document exists already (409), or is absent already (404, though the index exists). */
function isDoneBefore(result: NonNullable<OperationResult>): boolean {
  return result.status === 409 || (result.status === 404 && !isIndexMissing(result));
}
