import { ClusterFailure, unavailable } from './cluster-failure.js';
import type { Answer, Cluster } from './cluster.js';
import type { Deadline } from './deadline.js';

type Shards = { failed: number; total: number };
export type Hit<Source> = { _source: Source; sort: readonly [string, string] };
type SearchAnswer<Source> = { timed_out: boolean; _shards: Shards; hits: { hits: Hit<Source>[] } };
type CountAnswer = { count: number; _shards: Shards };

/** What one index and routing are asked for. */
export type Scope = { alias: string; routing: string };

/**
 * Searches and counts whose answers are whole or an `UnavailableError`: a part of the shards is not a result.
 */
export class Searcher {
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  deadline(): Deadline {
    return this.#cluster.deadline();
  }

  async hits<Source>(scope: Scope, body: string, deadline = this.deadline()): Promise<Hit<Source>[]> {
    const { body: answer } = await this.#ask<SearchAnswer<Source>>('_search', { scope, body, deadline });
    if (answer.timed_out) throw unavailable('search', new ClusterFailure(['PartialAnswer']));
    return answer.hits.hits;
  }

  async count(scope: Scope, body: string, deadline = this.deadline()): Promise<number> {
    const { body: answer } = await this.#ask<CountAnswer>('_count', { scope, body, deadline });
    return answer.count;
  }

  async #ask<T extends { _shards: Shards }>(
    api: '_search' | '_count', { scope, body, deadline }: { scope: Scope; body: string; deadline: Deadline },
  ): Promise<Answer<T>> {
    const answer = await this.#cluster.read<T>({
      what: api.slice(1),
      method: 'POST',
      path: `/${encodeURIComponent(scope.alias)}/${api}`,
      query: {
        routing: scope.routing,
        ...(api === '_search' ? { allow_partial_search_results: 'false' } : {}),
      },
      body,
    }, deadline);
    if (answer.body._shards.failed > 0) {
      throw unavailable(api.slice(1), new ClusterFailure(['PartialAnswer']));
    }
    return answer;
  }
}
