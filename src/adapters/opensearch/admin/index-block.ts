import type { FencingToken } from '../../../ports/index-admin.js';
import { BLOCKS, ClusterFailure, unavailable } from '../transport/cluster-failure.js';
import type { Cluster } from '../transport/cluster.js';
import { repeatWhileBusy } from '../transport/repeat-while-busy.js';
import type { Deadline } from '../../../platform/deadline.js';
import { blocksOfWrites, lift, liftDrain, putBlock } from '../model/blocks.js';

/** Resolves when no write is under way in any shard. */
export async function blockWrites(cluster: Cluster, { token }: FencingToken): Promise<void> {
  const deadline = cluster.deadline();
  const blocked = await repeatWhileBusy(
    deadline,
    async () => {
      const answer = await putBlock(cluster, { at: token, block: 'write' }, deadline);
      // Not acknowledged: half set, and the repeat waits once more. Acknowledged, but not by the shards: it was whole.
      return answer.acknowledged && (answer.shards_acknowledged || (await drain(cluster, token, deadline)));
    },
    (done) => !done,
  );
  if (!blocked) throw unavailable('block of writes', new ClusterFailure(['NotAcknowledged']));
}

/** A second block, added just to wait. The first is never lifted for that: another process may rely on it. */
async function drain(cluster: Cluster, token: string, deadline: Deadline): Promise<boolean> {
  await liftDrain(cluster, token, deadline);
  const answer = await putBlock(cluster, { at: token, block: 'read_only' }, deadline);
  await liftDrain(cluster, token, deadline);
  return answer.acknowledged && answer.shards_acknowledged;
}

export function unblockWrites(cluster: Cluster, { token }: FencingToken): Promise<void> {
  return lift(cluster, { at: token, block: 'write' });
}

/** Raises an error if that cannot be seen: the index is missing or closed, or the whole cluster is blocked. */
export async function areWritesBlocked(cluster: Cluster, index: string): Promise<boolean> {
  return (await blocksOfWrites(cluster, index)).includes(BLOCKS.write);
}
