import { LRUCache } from 'lru-cache';
import type { Head } from '../../../domain/head.js';
import { indexedWords } from '../../../domain/words/indexed-words.js';
import type { Searched } from '../../../domain/words/searched-text.js';
import { inTurns } from '../../../platform/in-turns.js';
import type { Cluster } from '../transport/cluster.js';
import type { Searcher } from '../transport/searcher.js';
import { findMapping } from './index-schema.js';
import { WORDS_SCHEMA } from './own-template.js';
import { sourceOfHead } from './sources.js';

const INDICES_ON_RECORD = 100;
/** Of one piece of work in the event loop. */
const TOGETHER_MS = 5;

/** A living head that was written without its words. */
const WITHOUT_WORDS = JSON.stringify({
  size: 1,
  _source: false,
  track_total_hits: false,
  query: {
    bool: { filter: [{ exists: { field: 'document_owner' } }], must_not: [{ exists: { field: 'title_words' } }] },
  },
});

/** Which indices have the words of their heads. An index of an older schema never gets any. */
export class IndexWords {
  readonly #cluster: Cluster;
  readonly #isOn: boolean;
  readonly #known = new LRUCache<string, boolean>({ max: INDICES_ON_RECORD });
  #whole: string | undefined;

  constructor(cluster: Cluster, { fullText = true }: { fullText?: boolean | undefined }) {
    this.#cluster = cluster;
    this.#isOn = fullText;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Whether heads of this concrete index are written with their words. An index that is gone has none. */
  async has(index: string): Promise<boolean> {
    if (!this.#isOn) return false;
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const found = await findMapping(this.#cluster, index);
    if (!found) return false;
    const { schema_version: schema = 0 } = found.meta;
    this.#known.set(index, schema >= WORDS_SCHEMA);
    return schema >= WORDS_SCHEMA;
  }

  /**
   * Whether the concrete index has the words of all heads that a search sees. It is looked at until they are there.
   * From then on each head is written with them.
   */
  async isWhole(searcher: Searcher, index: string): Promise<boolean> {
    if (this.#whole === index) return true;
    if (!(await this.has(index))) return false;
    const found = await searcher.hits({ alias: index, preference: '_local' }, WITHOUT_WORDS);
    if (found.length === 0) this.#whole = index;
    return found.length === 0;
  }
}

/** What the index has of a head. `version`: what the head is of, if it is to have its words. */
export async function writtenHead(head: Head, version: Searched | undefined): Promise<object> {
  const source = sourceOfHead(head);
  if (!version || source.kind !== 'head') return source;
  const { title, all } = await inTurns(indexedWords(version), TOGETHER_MS);
  return { ...source, title_words: title, words: all };
}
