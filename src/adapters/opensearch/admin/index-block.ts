import type { FencingToken } from '../../../ports/index-admin.js';
import { ClusterFailure, unavailable } from '../transport/cluster-failure.js';
import { waitsOf, type Acknowledgement } from '../transport/acknowledged.js';
import type { Cluster } from '../transport/cluster.js';
import { repeatWhileBusy } from '../transport/repeat-while-busy.js';
import type { Deadline } from '../../../platform/deadline.js';
import { lift, liftDrain } from '../transport/lift-drain.js';

type BlockAnswer = Acknowledgement & { shards_acknowledged: boolean };
type BlockSetting = 'write' | 'read_only';

/** Resolves when no write is under way in any shard. */
export async function blockWrites(cluster: Cluster, { token }: FencingToken): Promise<void> {
  const deadline = cluster.deadline();
  const blocked = await repeatWhileBusy(
    deadline,
    async () =>
      // For an existing block OpenSearch waits for nothing and says `shards_acknowledged: false`.
      (await putBlock(cluster, { at: token, block: 'write' }, deadline)) || (await drain(cluster, token, deadline)),
    (done) => !done,
  );
  if (!blocked) throw unavailable('block of writes', new ClusterFailure(['NotAcknowledged']));
}

/** A second block, added just to wait. The first is never lifted for that: another process may rely on it. */
async function drain(cluster: Cluster, token: string, deadline: Deadline): Promise<boolean> {
  await liftDrain(cluster, token, deadline);
  const drained = await putBlock(cluster, { at: token, block: 'read_only' }, deadline);
  await liftDrain(cluster, token, deadline);
  return drained;
}

export async function unblockWrites(cluster: Cluster, { token }: FencingToken): Promise<void> {
  await liftDrain(cluster, token);
  await lift(cluster, { at: token, block: 'write' });
}

/** Raises an error if the index is missing. */
export async function areWritesBlocked(cluster: Cluster, index: string): Promise<boolean> {
  const { body } = await cluster.read<Record<string, { settings?: Record<string, string> }>>({
    what: 'look for a block of writes',
    method: 'GET',
    path: `/${encodeURIComponent(index)}/_settings/index.blocks.write,index.blocks.read_only`,
    query: { flat_settings: 'true' },
  });
  return Object.values(body[index]?.settings ?? {}).includes('true');
}

/** True: all nodes know the block, and all writes that were under way in any shard have ended. */
async function putBlock(
  cluster: Cluster,
  { at, block }: { at: string; block: BlockSetting },
  deadline: Deadline,
): Promise<boolean> {
  const { body } = await cluster.write<BlockAnswer>(
    {
      what: 'block of writes',
      method: 'PUT',
      path: `/${encodeURIComponent(at)}/_block/${block}`,
      query: waitsOf(deadline),
    },
    deadline,
  );
  return body.acknowledged && body.shards_acknowledged;
}
