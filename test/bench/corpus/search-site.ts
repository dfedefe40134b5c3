import type { Bench, LoadedCorpus } from '../bench.js';
import type { LoadPlan, RunningLoad } from '../driver/load.js';
import { PlanBuilder } from '../driver/plan-builder.js';
import type { Leg } from '../measure.js';
import type { Sample } from '../report/sample.js';
import { BenchApi } from '../support/api.js';
import type { BenchBackends } from '../support/backends.js';
import type { BenchService } from '../support/service.js';
import { checkReference, checkSame } from './check-reference.js';
import { ownerName } from './corpus.js';
import { distinctQueries, SHAPES, type Query, type QueryShape } from './queries.js';
import { QueryRing } from './query-ring.js';
import { rawSearch, searchPath, searchQueryOf } from './raw-search.js';

const OWNER = ownerName(0);
const CHECKED = 3;
const WARMING_CLIENTS = 16;

type Prepared = { ring: QueryRing; quire: LoadPlan; raw: LoadPlan };

/** A service over a corpus, and the same queries for it and for its OpenSearch. */
export class SearchSite {
  readonly #bench: Bench;
  readonly #corpus: LoadedCorpus;
  readonly #backends: BenchBackends;
  readonly #service: BenchService;
  readonly #shapes = new Map<QueryShape, Prepared>();

  /** `service`: another one than that of the corpus, over the same corpus. */
  static async open(bench: Bench, size: number, service?: BenchService): Promise<SearchSite> {
    const [backends, corpus] = await Promise.all([bench.backends(), bench.corpus(size)]);
    const site = new SearchSite(bench, { backends, corpus, service: service ?? (await bench.corpusService(size)) });
    for (const shape of SHAPES) await site.#prepare(shape);
    await bench.once('OpenSearch is warm', () => site.#warmOpenSearch());
    return site;
  }

  private constructor(bench: Bench, at: { backends: BenchBackends; corpus: LoadedCorpus; service: BenchService }) {
    this.#bench = bench;
    this.#corpus = at.corpus;
    this.#backends = at.backends;
    this.#service = at.service;
  }

  get size(): number {
    return this.#corpus.corpus.size;
  }

  /**
   * Through the service, no query a second time within ten seconds: a cache of pages, with its much shorter time, has
   * none of them. `raw`: the queries of the last such run again, straight to OpenSearch.
   */
  legs(shape: QueryShape, clients: number): { quire: Leg; raw: Leg } {
    const { ring, quire, raw } = this.#of(shape);
    let first = 0;
    return {
      quire: async (seconds) => {
        await ring.ready();
        first = ring.first;
        const sample = await this.#run(quire, { clients, seconds, first, most: ring.most });
        ring.used(sample.sent);
        return sample;
      },
      raw: (seconds) => this.#run(raw, { clients, seconds, first }),
    };
  }

  /** Its plans are large. */
  async close(): Promise<void> {
    await this.#bench.driver.forget();
  }

  async #warmOpenSearch(): Promise<void> {
    const seconds = this.#bench.pace.openSearchWarmUpSeconds / SHAPES.length;
    for (const shape of SHAPES) await this.#run(this.#of(shape).raw, { clients: WARMING_CLIENTS, seconds });
  }

  #run(plan: LoadPlan, how: RunningLoad): Promise<Sample> {
    return this.#bench.driver.run(plan, how, { service: this.#service.pid, opensearch: this.#backends.openSearch });
  }

  #of(shape: QueryShape): Prepared {
    return this.#shapes.get(shape) as Prepared;
  }

  async #prepare(shape: QueryShape): Promise<void> {
    const random = this.#bench.random(`queries ${shape}`);
    const queries = distinctQueries(shape, this.#corpus.facts, { most: this.#bench.pace.queries, random });
    this.#shapes.set(shape, { ring: new QueryRing(queries.length), ...this.#plans(queries) });
    const checked = queries.slice(0, CHECKED);
    await checkReference({ searches: checked.map((query) => searchQueryOf(OWNER, query)) });
    const { env, keys } = this.#corpus;
    for (const query of checked) {
      const raw = rawSearch(env['INDEX_PREFIX'] as string, searchQueryOf(OWNER, query));
      const api = new BenchApi(this.#service.url, keys.get(OWNER) as string);
      await checkSame(api, query, { ...raw, url: env['OPENSEARCH_URL'] as string });
    }
  }

  #plans(queries: readonly Query[]): { quire: LoadPlan; raw: LoadPlan } {
    const { env, keys } = this.#corpus;
    const [quire, raw] = [new PlanBuilder(), new PlanBuilder()];
    const [service, openSearch] = [quire.target(this.#service.url), raw.target(env['OPENSEARCH_URL'] as string)];
    const headers = { 'X-API-Key': keys.get(OWNER) as string };
    for (const query of queries) {
      const { path, body } = rawSearch(env['INDEX_PREFIX'] as string, searchQueryOf(OWNER, query));
      quire.add({ kind: 'search', target: service, method: 'GET', path: searchPath(query), headers, status: 200 });
      raw.add({ kind: 'search', target: openSearch, method: 'POST', path, body: raw.body(body), status: 200 });
    }
    return { quire: quire.build(), raw: raw.build() };
  }
}
