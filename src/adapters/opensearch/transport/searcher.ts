import { ClusterFailure, unavailable } from './cluster-failure.js';
import { isWhole, type OfShards } from './shards.js';
import type { ClusterAnswer, Cluster } from './cluster.js';
import type { Deadline } from '../../../platform/deadline.js';

export type Hit<Source, Sort = readonly [string, string]> = { _id: string; _source: Source; sort: Sort };
type SearchAnswer<Found> = OfShards & { timed_out: boolean; hits: { hits: Found[] } };
export type Totals<Found> = { total: number; aggregations: Found | undefined };
type TotalsAnswer<Found> = OfShards & { timed_out: boolean; hits: { total: { value: number } }; aggregations?: Found };
type CountAnswer = OfShards & { count: number };

/** `alias`: an alias or a concrete index. `routing`: asks one shard. `preference`: asks these copies of shards. */
export type ShardScope = { alias: string } & ({ routing: string } | { preference: string });

/** `mostBytes`: a larger answer is given up with a `LargeAnswerError`. */
type HitsOptions = { deadline?: Deadline; mostBytes?: number };
type Asked = { scope: ShardScope; body: string; deadline: Deadline; mostBytes?: number | undefined };

/** Searches and counts. A partial answer is no result: it raises `UnavailableError`. */
export class Searcher {
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  get timeoutMs(): number {
    return this.#cluster.timeoutMs;
  }

  deadline(): Deadline {
    return this.#cluster.deadline();
  }

  async hits<Source, Sort = readonly [string, string]>(
    scope: ShardScope,
    body: string,
    { deadline = this.deadline(), mostBytes }: HitsOptions = {},
  ): Promise<Hit<Source, Sort>[]> {
    const asked = { scope, body, deadline, mostBytes };
    const { body: answer } = await this.#ask<SearchAnswer<Hit<Source, Sort>>>('_search', asked);
    if (answer.timed_out) throw unavailable('search', new ClusterFailure(['PartialAnswer']));
    return answer.hits.hits;
  }

  /** `total`: as far as the body asks for it. */
  async totals<Found>(scope: ShardScope, body: string): Promise<Totals<Found>> {
    const asked = { scope, body, deadline: this.deadline() };
    const { body: answer } = await this.#ask<TotalsAnswer<Found>>('_search', asked);
    if (answer.timed_out) throw unavailable('search', new ClusterFailure(['PartialAnswer']));
    return { total: answer.hits.total.value, aggregations: answer.aggregations };
  }

  async count(scope: ShardScope, body: string, deadline = this.deadline()): Promise<number> {
    const { body: answer } = await this.#ask<CountAnswer>('_count', { scope, body, deadline });
    return answer.count;
  }

  async #ask<T extends OfShards>(
    api: '_search' | '_count',
    { scope: { alias, ...target }, body, deadline, mostBytes }: Asked,
  ): Promise<ClusterAnswer<T>> {
    const answer = await this.#cluster.read<T>(
      {
        what: api.slice(1),
        method: 'POST',
        path: `/${encodeURIComponent(alias)}/${api}`,
        query: { ...target, ...(api === '_search' ? { allow_partial_search_results: 'false' } : {}) },
        body,
        mostBytes,
      },
      deadline,
    );
    if (!isWhole(answer.body)) throw unavailable(api.slice(1), new ClusterFailure(['PartialAnswer']));
    return answer;
  }
}
