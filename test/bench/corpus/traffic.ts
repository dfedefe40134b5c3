import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import type { CorpusFacts, KnownDocument } from './facts.js';
import type { Query } from './queries.js';
import type { Words } from './words.js';
import { Zipf } from './zipf.js';

/** What one of many clients does next. */
export type TrafficStep =
  { kind: 'search'; owner: string; query: Query } | { kind: 'push'; owner: string; documentId: string; title: string };

export type TrafficOptions = {
  steps: number;
  /** Of pushes among them. */
  writeShare: number;
  /** `popular`: first pages of few queries, some much oftener than others. `different`: hardly any comes twice. */
  queries: 'popular' | 'different';
  words: Words;
  random: SeededRandom;
};

const QUERIES_OF_AN_OWNER = 30;
const LIMIT = 20;
const FARTHEST = 50;

/** Searches and pushes of two hundred owners, some of whom do much more than others. */
export class Traffic {
  readonly #facts: CorpusFacts;
  readonly #options: TrafficOptions;
  /** Those who have documents: in a small corpus not all of them. */
  readonly #owners: readonly string[];
  readonly #ownerRanks: Zipf;
  readonly #ranks = new Zipf(QUERIES_OF_AN_OWNER, 1);
  readonly #popular = new Map<string, Query[]>();

  constructor(facts: CorpusFacts, options: TrafficOptions) {
    this.#facts = facts;
    this.#options = options;
    this.#owners = [...facts.documents].filter(([, documents]) => documents.length > 0).map(([owner]) => owner);
    this.#ownerRanks = new Zipf(this.#owners.length, 1);
  }

  steps(): TrafficStep[] {
    return Array.from({ length: this.#options.steps }, () => this.#next());
  }

  #next(): TrafficStep {
    const { random, writeShare, queries } = this.#options;
    const owner = this.#owners[this.#ownerRanks.draw(random)] as string;
    if (random.chance(writeShare)) return this.#push(owner);
    const query = this.#queriesOf(owner)[this.#ranks.draw(random)] as Query;
    if (queries === 'popular') return { kind: 'search', owner, query };
    const [limit, offset] = [1 + random.below(2 * LIMIT), random.below(FARTHEST)];
    return { kind: 'search', owner, query: { ...query, limit, offset } };
  }

  /** Every other document gets a new title each time, the others keep theirs. */
  #push(owner: string): TrafficStep {
    const { random, words } = this.#options;
    const documents = this.#documentsOf(owner);
    const at = random.below(documents.length);
    const { id, title } = documents[at] as KnownDocument;
    const isRetitled = at % 2 === 0;
    return { kind: 'push', owner, documentId: id, title: isRetitled ? words.sentence(random, 5) : title };
  }

  #queriesOf(owner: string): readonly Query[] {
    let queries = this.#popular.get(owner);
    if (!queries) {
      queries = Array.from({ length: QUERIES_OF_AN_OWNER }, () => this.#newQuery(owner));
      this.#popular.set(owner, queries);
    }
    return queries;
  }

  #newQuery(owner: string): Query {
    const { random } = this.#options;
    const { title, tags } = random.pick(this.#documentsOf(owner));
    const page = { limit: LIMIT, offset: 0 };
    const [tag] = tags;
    if (tag !== undefined && random.chance(0.3)) return { tag, ...page };
    return { q: [...title].slice(0, 1 + random.below(4)).join(''), ...page };
  }

  #documentsOf(owner: string): readonly KnownDocument[] {
    return this.#facts.documents.get(owner) ?? [];
  }
}
