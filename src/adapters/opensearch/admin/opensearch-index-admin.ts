import type { OpenSearchConfig } from '../../../config/config.js';
import type { KeyEntry } from '../../../domain/document-key.js';
import type { Folder } from '../../../domain/folder.js';
import type { VersionSummary } from '../../../domain/version.js';
import type { HeadOutcome, HeadWrite, RevisedHead, Revision } from '../../../ports/document-index.js';
import type {
  ConcreteIndex,
  Entry,
  FeedPosition,
  HeadMark,
  HeadRemoval,
  FencingToken,
  ImmutableEntry,
  IndexAdmin,
  SummaryMark,
} from '../../../ports/index-admin.js';
import { concreteIndexName, summaryAddress, headAddress } from '../model/addresses.js';
import { Cluster } from '../transport/cluster.js';
import { indexBehind, describeIndex, indexExists, expectSearches, refreshIndex } from '../model/index-schema.js';
import { headWords, WordsIndex } from '../documents/words-index.js';
import { MultiGetReader } from '../documents/multi-get-reader.js';
import { BulkWriter } from '../documents/bulk-writer.js';
import { overwrite, removeDocuments, writtenGroups } from './entries.js';
import { GuardedWrite } from './guarded-write.js';
import { writeHead, readHead } from '../documents/heads.js';
import { scanFolders, scanHeads, scanSummaries } from './scans.js';
import { areWritesBlocked, blockWrites, unblockWrites } from '../model/blocks.js';
import { changesAfter } from './index-feed.js';
import { takeFencingToken } from '../model/fencing-token.js';
import { swapAlias } from './index-swap.js';
import { findShapeDifference } from '../model/index-shape.js';
import { templateOf } from '../model/own-template.js';
import { installConcreteIndex } from '../model/install-index.js';
import { OpenSearchConnection } from '../transport/opensearch-connection.js';
import { discardIndex, removeIndex } from './remove-index.js';
import { countCreated, readFolders, readKeys, readSummaries } from '../documents/reads.js';
import { Searcher } from '../transport/searcher.js';
import { readCheckpoints } from '../transport/shards.js';
import { MARK_FIELDS, markOf, type MarkSource } from '../model/sources.js';
import { ClusterFailure, isBlocked, isIndexMissing, unavailable } from '../transport/cluster-failure.js';
/** Of one call. Groups that are ready together share a bulk request. */
const GROUPS_IN_FLIGHT = 3;

export class OpenSearchIndexAdmin implements IndexAdmin {
  readonly #words: WordsIndex;
  readonly #options: OpenSearchConfig;
  readonly #alias: string;
  readonly #cluster: Cluster;
  readonly #writer: BulkWriter;
  readonly #searcher: Searcher;

  constructor(options: OpenSearchConfig) {
    this.#options = options;
    this.#alias = options.indexPrefix;
    this.#cluster = new Cluster(new OpenSearchConnection(options), options.timeoutMs);
    this.#writer = new BulkWriter(this.#cluster);
    this.#searcher = new Searcher(this.#cluster);
    this.#words = new WordsIndex(this.#cluster, options);
  }

  get writesWords(): boolean {
    return this.#words.isOn;
  }

  async current(): Promise<ConcreteIndex | undefined> {
    const name = await indexBehind(this.#cluster, this.#alias);
    return name === undefined ? undefined : describeIndex(this.#cluster, name);
  }

  async find(generation: string): Promise<ConcreteIndex | undefined> {
    const name = concreteIndexName(this.#alias, generation);
    if (!(await indexExists(this.#cluster, name))) return undefined;
    const [found, difference] = await Promise.all([
      describeIndex(this.#cluster, name),
      findShapeDifference(this.#cluster, name, templateOf(this.#options)),
    ]);
    return { ...found, ...(difference !== undefined && { difference }) };
  }

  create(generation: string): Promise<string> {
    return installConcreteIndex(this.#cluster, this.#options, generation);
  }

  expectSearches(index: string): Promise<void> {
    return expectSearches(this.#searcher, index);
  }

  remove(index: string): Promise<void> {
    return removeIndex(this.#cluster, this.#alias, index);
  }

  async discardCurrent(): Promise<void> {
    const index = await indexBehind(this.#cluster, this.#alias);
    if (index !== undefined) await discardIndex(this.#cluster, this.#alias, index);
  }

  checkpoint(index: string): Promise<FeedPosition> {
    return readCheckpoints(this.#cluster, index);
  }

  async refresh(index: string): Promise<void> {
    await Promise.all([refreshIndex(this.#cluster, index), this.#words.refresh(index)]);
  }

  changesAfter(index: string, position: FeedPosition): AsyncIterable<Entry[]> {
    return changesAfter(this.#cluster, this.#searcher, { index, position });
  }

  async writeIfHigher(index: string, entries: readonly Entry[]): Promise<void> {
    const guarded = new GuardedWrite(this.#cluster, this.#writer, index);
    const worded = await this.#words.of(index);
    const groups = writtenGroups(entries, worded);
    const work = async (): Promise<void> => {
      for await (const group of groups) {
        const words = group.flatMap((written) => written.words ?? []);
        if ((await this.#words.write(this.#writer, index, words)) !== worded) throw wordsGone();
        await guarded.write(group);
      }
    };
    await Promise.all(Array.from({ length: GROUPS_IN_FLIGHT }, work));
  }

  async readHeads(index: string, ids: readonly string[]): Promise<(RevisedHead | undefined)[]> {
    const reader = new MultiGetReader(this.#cluster, index);
    return Promise.all(ids.map((id) => readHead(reader, id)));
  }

  async writeHead(index: string, write: HeadWrite): Promise<HeadOutcome> {
    const { head, slot } = write;
    const [present] = await this.readMarks(index, [head.id]);
    if (present && present.currentVersion > head.currentVersion) {
      const words = await headWords(head, slot?.deleted === false ? slot : undefined);
      await this.#words.replace(this.#writer, index, words);
    }
    return writeHead({ writer: this.#writer, words: this.#words }, write, { index, alias: false });
  }

  scanHeads(index: string, after?: string): AsyncIterable<HeadMark[]> {
    return scanHeads(this.#searcher, index, after);
  }

  readMarks(index: string, ids: readonly string[]): Promise<(HeadMark | undefined)[]> {
    return readMarks(this.#cluster, index, ids);
  }

  readSummaries(index: string, marks: readonly SummaryMark[]): Promise<(VersionSummary | undefined)[]> {
    return readSummaries(new MultiGetReader(this.#cluster, index), marks);
  }

  readFolders(index: string, ids: readonly string[]): Promise<(Folder | undefined)[]> {
    return readFolders(new MultiGetReader(this.#cluster, index), ids);
  }

  readKeys(index: string, names: readonly string[]): Promise<(KeyEntry | undefined)[]> {
    return readKeys(new MultiGetReader(this.#cluster, index), names);
  }

  scanFolders(index: string, after?: string): AsyncIterable<Folder[]> {
    return scanFolders(this.#searcher, index, after);
  }

  scanSummaries(index: string): AsyncIterable<SummaryMark[]> {
    return scanSummaries(this.#cluster, this.#searcher, index);
  }

  countCreated(index: string, owner: string, month: string): Promise<number> {
    return countCreated(this.#searcher, index, { owner, month });
  }

  overwrite(index: string, entries: readonly ImmutableEntry[]): Promise<void> {
    return overwrite(this.#writer, index, entries);
  }

  async removeHead(id: string, expected: Revision): Promise<HeadRemoval> {
    await this.#words.remove(this.#writer, expected.index, id);
    return removeHead(this.#writer, id, expected);
  }

  removeSummaries(index: string, marks: readonly SummaryMark[]): Promise<void> {
    return removeDocuments(
      this.#writer,
      index,
      marks.map(({ id, version }) => summaryAddress(id, version)),
    );
  }

  takeToken(index: string, rank: number): Promise<FencingToken> {
    return takeFencingToken(this.#cluster, { prefix: this.#alias, index, rank });
  }

  block(token: FencingToken): Promise<void> {
    return blockWrites(this.#cluster, token);
  }

  unblock(token: FencingToken): Promise<void> {
    return unblockWrites(this.#cluster, token);
  }

  isBlocked(index: string): Promise<boolean> {
    return areWritesBlocked(this.#cluster, index);
  }

  swap(from: string | undefined, to: FencingToken): Promise<void> {
    return swapAlias(this.#cluster, { alias: this.#alias, from, to });
  }

  close(): Promise<void> {
    return this.#cluster.close();
  }
}

function wordsGone(): Error {
  return unavailable('write of words', new ClusterFailure(['index_not_found_exception'], 404));
}

/** An engine delete in the concrete index of the revision. An absent head is a `conflict` too. */
async function removeHead(writer: BulkWriter, id: string, expected: Revision): Promise<HeadRemoval> {
  const [result] = await writer.write([
    { kind: 'delete', index: expected.index, alias: false, address: headAddress(id), revision: expected },
  ]);
  if (result === undefined) return 'removed';
  if (result.status === 409) return 'conflict';
  if (isIndexMissing(result) || isBlocked(result)) return 'refused';
  throw unavailable('removal of a head', result);
}

async function readMarks(cluster: Cluster, index: string, ids: readonly string[]): Promise<(HeadMark | undefined)[]> {
  const reader = new MultiGetReader(cluster, index, MARK_FIELDS);
  const found = await reader.readAll<MarkSource>(ids.map(headAddress));
  return found.map((document) => document && markOf(document._source));
}
