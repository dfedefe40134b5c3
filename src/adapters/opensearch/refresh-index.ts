import { ClusterFailure, unavailable } from './cluster-failure.js';
import type { Cluster } from './cluster.js';

/** Makes what was written before visible to searches: in every shard, or it is an `UnavailableError`. */
export async function refreshIndex(cluster: Cluster, index: string): Promise<void> {
  const { body } = await cluster.read<{ _shards: { failed: number } }>({
    what: 'refresh', method: 'POST', path: `/${encodeURIComponent(index)}/_refresh`,
  });
  if (body._shards.failed > 0) throw unavailable('refresh', new ClusterFailure(['PartialAnswer']));
}
