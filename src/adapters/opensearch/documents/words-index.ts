import { LRUCache } from 'lru-cache';
import type { Head } from '../../../domain/head.js';
import { indexedWords } from '../../../domain/words/indexed-words.js';
import type { Searched } from '../../../domain/words/searched-text.js';
import { inTurns } from '../../../platform/in-turns.js';
import type { BulkWriter, Operation } from './bulk-writer.js';
import { MultiGetReader } from './multi-get-reader.js';
import { isIndexMissing, unavailable } from '../transport/cluster-failure.js';
import type { Cluster } from '../transport/cluster.js';
import { repeatWhileBusy } from '../transport/repeat-while-busy.js';
import type { Searcher } from '../transport/searcher.js';
import { guardOf, headAddress, wordsIndexName } from '../model/addresses.js';
import { indexExists, refreshIndex } from '../model/index-schema.js';
import { HEAD_KINDS, sourceOfHead } from '../model/sources.js';

const INDICES_ON_RECORD = 100;
/** Of one piece of work in the event loop. */
const TOGETHER_MS = 5;

/** What is searched of a head. A tombstone has none: it keeps late writes of earlier versions away. */
export type HeadWords = { head: Head; source: object };

/**
 * The indices of words, one beside each concrete index of documents: so title searches read nothing of the words.
 * They are made, and removed, together. Words are written before their head, under its version, so a late write never
 * replaces later words. The head then names their index.
 */
export class WordsIndex {
  readonly #cluster: Cluster;
  readonly #prefix: string;
  readonly #isOn: boolean;
  readonly #known = new LRUCache<string, boolean>({ max: INDICES_ON_RECORD });
  #whole: string | undefined;

  constructor(
    cluster: Cluster,
    { indexPrefix, fullText = true }: { indexPrefix: string; fullText?: boolean | undefined },
  ) {
    this.#cluster = cluster;
    this.#prefix = indexPrefix;
    this.#isOn = fullText;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** The index of words beside this concrete index; undefined: it has none, as one of an older schema. */
  async of(index: string): Promise<string | undefined> {
    const name = wordsIndexName(this.#prefix, index);
    if (!this.#isOn || name === undefined) return undefined;
    const known = this.#known.get(index) ?? (await indexExists(this.#cluster, name));
    this.#known.set(index, known);
    return known ? name : undefined;
  }

  /** Resolves to the index that has the words, durable; undefined: there is none beside `index`. */
  async write(writer: BulkWriter, index: string, words: readonly HeadWords[]): Promise<string | undefined> {
    const name = await this.of(index);
    if (name === undefined || words.length === 0) return name;
    try {
      const results = await writer.write(words.map((some) => operationOf(name, some)));
      const failure = results.find((result) => result !== undefined && result.status !== 409);
      if (failure === undefined) return name;
      if (!isIndexMissing(failure)) throw unavailable('write of words', failure);
      this.forget(index);
      return undefined;
    } catch (error) {
      if (await this.#hasAll(name, words).catch(() => false)) return name;
      throw error;
    }
  }

  /** After a lost answer. In real time. */
  async #hasAll(name: string, words: readonly HeadWords[]): Promise<boolean> {
    const reader = new MultiGetReader(this.#cluster, name, ['current_version']);
    const found = await reader.readAll<{ current_version: number }>(words.map(({ head }) => headAddress(head.id)));
    return words.every(({ head }, at) => (found[at]?._source.current_version ?? 0) >= head.currentVersion);
  }

  /** As `write`, in a repair: what is there may be of a later version. That takes up to a second. */
  async replace(writer: BulkWriter, index: string, words: HeadWords): Promise<void> {
    const name = await this.of(index);
    if (name === undefined) return;
    await this.remove(writer, index, words.head.id);
    await repeatWhileBusy(
      this.#cluster.deadline(),
      async () => {
        // A refresh lets OpenSearch forget the version of what was removed, a moment after the removal.
        await refreshIndex(this.#cluster, name);
        return (await writer.write([operationOf(name, words)]))[0];
      },
      (result) => result?.status === 409,
    );
  }

  /** Absent ones are no error. */
  async remove(writer: BulkWriter, index: string, id: string): Promise<void> {
    const name = await this.of(index);
    if (name === undefined) return;
    const [failure] = await writer.write([{ kind: 'delete', index: name, alias: false, address: headAddress(id) }]);
    if (failure !== undefined && failure.status !== 404) throw unavailable('removal of words', failure);
  }

  /**
   * The index of words beside the concrete index, if it has the words of all its heads that a search sees. It is looked
   * at until they are there. From then on each head is written with them.
   */
  async whole(searcher: Searcher, index: string): Promise<string | undefined> {
    const name = await this.of(index);
    if (name === undefined || this.#whole === name) return name;
    const found = await searcher.hits({ alias: index, preference: '_local' }, headsWithoutWords(name));
    if (found.length > 0) return undefined;
    this.#whole = name;
    return name;
  }

  /** It may be gone: the next call looks for it. */
  forget(index: string): void {
    this.#known.delete(index);
  }

  /** As `refreshIndex`, of the words beside the concrete index. False: there are none, or no more. */
  async refresh(index: string): Promise<boolean> {
    const name = await this.of(index);
    if (name === undefined) return false;
    try {
      await refreshIndex(this.#cluster, name);
      return true;
    } catch (error) {
      this.forget(index);
      if ((await this.of(index)) !== undefined) throw error;
      return false;
    }
  }
}

/** Of a head and of what its version is. */
export async function headWords(head: Head, version: Searched | undefined): Promise<HeadWords> {
  const source = sourceOfHead(head);
  if (!version || source.kind !== 'head')
    return { head, source: { kind: 'tombstone', id: head.id, current_version: head.currentVersion } };
  const { title, all } = await inTurns(indexedWords(version), TOGETHER_MS);
  return { head, source: { ...source, title_words: title, words: all } };
}

/** Through the alias of the index alone: OpenSearch would make an index that is gone anew. */
function operationOf(name: string, { head, source }: HeadWords): Operation {
  const rank = head.currentVersion;
  return { kind: 'index', index: guardOf(name), alias: true, address: headAddress(head.id), source, rank };
}

function headsWithoutWords(name: string): string {
  const query = { bool: { filter: [HEAD_KINDS], must_not: [{ term: { worded: name } }] } };
  return JSON.stringify({ size: 1, _source: false, track_total_hits: false, query });
}
