import { ClusterFailure, unavailable } from './cluster-failure.js';
import type { Cluster } from './cluster.js';

/** Part of every answer that is assembled from shards. */
export type OfShards = { _shards?: { failed?: number } };

/** True: every shard has answered. */
export function isWhole({ _shards: shards }: OfShards): boolean {
  return shards?.failed === 0;
}

type Settings = Record<string, { settings?: { 'index.number_of_shards'?: string } }>;
type ShardCopy = { routing: { primary: boolean }; seq_no?: { global_checkpoint: number } };
type Stats = { _shards: { failed: number }; indices?: Record<string, { shards?: Record<string, ShardCopy[]> }> };

/** The numbers of all shards of a concrete index, reachable or not. */
export async function shardsOf(cluster: Cluster, index: string): Promise<number[]> {
  const { body } = await cluster.read<Settings>({
    what: 'read of the settings',
    method: 'GET',
    path: `/${encodeURIComponent(index)}/_settings/index.number_of_shards`,
    query: { flat_settings: 'true' },
  });
  const count = Number(body[index]?.settings?.['index.number_of_shards']);
  if (!(count >= 1)) throw unavailable('read of the settings', new ClusterFailure(['IncompleteAnswer']));
  return Array.from({ length: count }, (_, shard) => shard);
}

/** By shard: the sequence number up to which every write has reached every copy. */
export async function readCheckpoints(cluster: Cluster, index: string): Promise<Record<string, number>> {
  const [shards, { body }] = await Promise.all([
    shardsOf(cluster, index),
    cluster.read<Stats>({
      what: 'read of the checkpoints',
      method: 'GET',
      path: `/${encodeURIComponent(index)}/_stats/docs`,
      query: { level: 'shards' },
    }),
  ]);
  return Object.fromEntries(
    shards.map((shard) => {
      const copies = (body.indices?.[index]?.shards?.[shard] ?? []).filter(({ routing }) => routing.primary);
      // A primary that moves is listed twice for a moment: the lower number is right.
      const checkpoint = Math.min(...copies.map(({ seq_no: numbers }) => numbers?.global_checkpoint ?? NaN));
      if (!Number.isSafeInteger(checkpoint)) {
        throw unavailable(`read of the checkpoints: shard ${shard}`, new ClusterFailure(['NoPrimaryShard']));
      }
      return [String(shard), checkpoint];
    }),
  );
}
