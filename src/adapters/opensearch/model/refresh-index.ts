import { ClusterFailure, unavailable } from '../transport/cluster-failure.js';
import type { Cluster } from '../transport/cluster.js';
import { isWhole, type OfShards } from '../transport/shards.js';

/** Makes earlier writes visible to searches. Raises `UnavailableError` unless every shard has refreshed. */
export async function refreshIndex(cluster: Cluster, index: string): Promise<void> {
  const { body } = await cluster.read<OfShards>({
    what: 'refresh',
    method: 'POST',
    path: `/${encodeURIComponent(index)}/_refresh`,
  });
  if (!isWhole(body)) throw unavailable('refresh', new ClusterFailure(['PartialAnswer']));
}
