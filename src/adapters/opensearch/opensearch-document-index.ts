import type { OpenSearchConfig } from '../../config/config.js';
import type { Folder } from '../../domain/folder.js';
import type { LivingHead } from '../../domain/head.js';
import { isId, routingSlotOf } from '../../domain/ids.js';
import type { VersionSummary } from '../../domain/version.js';
import type {
  DocumentIndex, FolderQuery, HeadOutcome, HeadWrite, RevisedHead, SearchQuery,
} from '../../ports/document-index.js';
import { folderAddress, headAddress, summaryAddress } from './addresses.js';
import type { Operation } from './bulk-lines.js';
import { ClusterFailure, isBlocked, isIndexMissing, unavailable } from './cluster-failure.js';
import { Cluster } from './cluster.js';
import { DocumentReader } from './document-reader.js';
import { DocumentSearch } from './document-search.js';
import { DocumentWriter, type OperationResult } from './document-writer.js';
import { listFolders } from './folder-list.js';
import { installIndex, readGeneration } from './install-index.js';
import { makeClient } from './opensearch-client.js';
import { countBody } from './search-body.js';
import { Searcher } from './searcher.js';
import {
  createdKey, folderOfSource, headOfSource, sourceOfFolder, sourceOfHead, sourceOfSummary, summaryOfSource,
  type FolderSource, type HeadSource, type SummarySource, type TombstoneSource,
} from './sources.js';

/** Writes of one group: a long version history is put back, or removed, in several requests. */
const SUMMARIES_PER_GROUP = 500;

/**
 * Heads, summaries, folders and the generation in one index behind one alias. Reads by id are for identifiers
 * only: anything else (an empty one, one of kilobytes) would fail the whole multi-get that it travels in.
 */
export class OpenSearchDocumentIndex implements DocumentIndex {
  readonly #options: OpenSearchConfig;
  readonly #alias: string;
  readonly #cluster: Cluster;
  readonly #reader: DocumentReader;
  readonly #writer: DocumentWriter;
  readonly #searcher: Searcher;
  readonly #search: DocumentSearch;

  constructor(options: OpenSearchConfig) {
    this.#options = options;
    this.#alias = options.indexPrefix;
    this.#cluster = new Cluster(makeClient(options), options.timeoutMs);
    this.#reader = new DocumentReader(this.#cluster, this.#alias);
    this.#writer = new DocumentWriter(this.#cluster);
    this.#searcher = new Searcher(this.#cluster);
    this.#search = new DocumentSearch(this.#searcher, this.#alias);
  }

  async readHead(id: string): Promise<RevisedHead | undefined> {
    if (!isId(id)) return undefined;
    const found = await this.#reader.read<HeadSource | TombstoneSource>(headAddress(id));
    return found && {
      head: headOfSource(found._source),
      revision: { index: found._index, seqNo: found._seq_no, primaryTerm: found._primary_term },
    };
  }

  async writeHead(write: HeadWrite): Promise<HeadOutcome> {
    const [result] = await this.#writer.write(operationsOf(write, this.#alias), 1);
    if (result === undefined) return 'written';
    if (result.status === 409) return 'conflict';
    const gone = write.expected !== 'absent' && isIndexMissing(result);
    if (gone || isBlocked(result)) return 'refused';
    throw unavailable('write of a head', result);
  }

  async readSummaries(id: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]> {
    const addresses = versions.map((version) => summaryAddress(id, version));
    const found = await this.#reader.readAll<SummarySource>(addresses);
    return found.map((document) => document && summaryOfSource(document._source));
  }

  async restoreSummaries(id: string, summaries: readonly VersionSummary[]): Promise<void> {
    for (let start = 0; start < summaries.length; start += SUMMARIES_PER_GROUP) {
      const group = summaries.slice(start, start + SUMMARIES_PER_GROUP);
      await this.#writeAll('write of summaries', group.map((summary) => ({
        kind: 'create',
        index: this.#alias,
        alias: true,
        address: summaryAddress(id, summary.version),
        source: sourceOfSummary(summary),
      })));
    }
  }

  async removeSummaries(id: string, from: number, to: number): Promise<void> {
    for (let first = from; first <= to; first += SUMMARIES_PER_GROUP) {
      const length = Math.min(SUMMARIES_PER_GROUP, to - first + 1);
      await this.#writeAll('removal of summaries', Array.from({ length }, (_, i) => ({
        kind: 'delete', index: this.#alias, alias: true, address: summaryAddress(id, first + i),
      })));
    }
  }

  search(query: SearchQuery): Promise<LivingHead[]> {
    return this.#search.page(query);
  }

  countCreated(owner: string, month: string): Promise<number> {
    const scope = { alias: this.#alias, routing: routingSlotOf(owner) };
    return this.#searcher.count(scope, countBody([{ term: { created_key: createdKey(owner, month) } }]));
  }

  async createFolder(folder: Folder): Promise<'created' | 'exists'> {
    const [result] = await this.#writer.write([{
      kind: 'create',
      index: this.#alias,
      alias: true,
      address: folderAddress(folder.id),
      source: sourceOfFolder(folder),
    }]);
    if (result === undefined) return 'created';
    if (result.status === 409) return 'exists';
    throw unavailable('write of a folder', result);
  }

  async readFolder(id: string): Promise<Folder | undefined> {
    if (!isId(id)) return undefined;
    const found = await this.#reader.read<FolderSource>(folderAddress(id));
    return found && folderOfSource(found._source);
  }

  listFolders(query: FolderQuery): Promise<Folder[]> {
    return listFolders(this.#searcher, this.#alias, query);
  }

  async refresh(): Promise<void> {
    const { body } = await this.#cluster.read<{ _shards: { failed: number } }>({
      what: 'refresh', method: 'POST', path: `/${encodeURIComponent(this.#alias)}/_refresh`,
    });
    if (body._shards.failed > 0) throw unavailable('refresh', new ClusterFailure(['PartialAnswer']));
  }

  readGeneration(): Promise<string | undefined> {
    return readGeneration(this.#cluster, this.#alias);
  }

  install(generation: string): Promise<void> {
    return installIndex(this.#cluster, this.#options, generation);
  }

  close(): Promise<void> {
    return this.#cluster.close();
  }

  async #writeAll(what: string, operations: Operation[]): Promise<void> {
    const results = await this.#writer.write(operations);
    const failure = results.find((result) => result !== undefined && !isDoneBefore(result));
    if (failure !== undefined) throw unavailable(what, failure);
  }
}

/**
 * A conditional write goes to the concrete index that the revision is of: its numbers mean nothing in
 * another.
 */
function operationsOf({ head, expected, summaries }: HeadWrite, alias: string): Operation[] {
  const to = expected === 'absent' ? { index: alias, alias: true } : { index: expected.index, alias: false };
  const headWrite = { ...to, address: headAddress(head.id), source: sourceOfHead(head) };
  return [
    expected === 'absent'
      ? { kind: 'create', ...headWrite }
      : { kind: 'index', ...headWrite, revision: expected },
    ...summaries.map((summary): Operation => ({
      kind: 'index',
      ...to,
      address: summaryAddress(head.id, summary.version),
      source: sourceOfSummary(summary),
    })),
  ];
}

/** It exists already, or is gone already. */
function isDoneBefore(result: NonNullable<OperationResult>): boolean {
  return result.status === 409 || (result.status === 404 && !isIndexMissing(result));
}
