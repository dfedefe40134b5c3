import { ClusterFailure, unavailable } from './cluster-failure.js';
import { changeEverywhere, waitsOf, type Acknowledgement } from './acknowledged.js';
import type { Cluster } from './cluster.js';
import { repeatWhileBusy, type Deadline } from './deadline.js';

type BlockAnswer = Acknowledgement & { shards_acknowledged: boolean };
type Block = 'write' | 'read_only';

/**
 * Resolves when no write is under way in any shard. OpenSearch waits for writes only while it puts up a block: asked
 * for one that is there already (a lost answer, a rebuild that resumes) it waits for nothing and says
 * `shards_acknowledged: false`. Then a second block is put up for as long as it takes to wait; the first one is
 * never lifted for that, as somebody may rely on it.
 */
export async function blockWrites(cluster: Cluster, index: string): Promise<void> {
  const deadline = cluster.deadline();
  const blocked = await repeatWhileBusy(deadline, async () =>
    await putBlock(cluster, { index, block: 'write' }, deadline) || await drain(cluster, index, deadline),
  (done) => !done);
  if (!blocked) throw unavailable('block of writes', new ClusterFailure(['NotAcknowledged']));
}

async function drain(cluster: Cluster, index: string, deadline: Deadline): Promise<boolean> {
  await liftDrain(cluster, index, deadline);
  const drained = await putBlock(cluster, { index, block: 'read_only' }, deadline);
  await liftDrain(cluster, index, deadline);
  return drained;
}

export async function unblockWrites(cluster: Cluster, index: string): Promise<void> {
  await liftDrain(cluster, index);
  await lift(cluster, { index, block: 'write' });
}

/** It would hold up the removal of the index and the end of the other block, where a process died meanwhile. */
export function liftDrain(cluster: Cluster, index: string, deadline = cluster.deadline()): Promise<void> {
  return lift(cluster, { index, block: 'read_only' }, deadline);
}

/** Whether all nodes know of it, and all writes that were under way in any shard have ended. */
async function putBlock(
  cluster: Cluster, { index, block }: { index: string; block: Block }, deadline: Deadline,
): Promise<boolean> {
  const { body } = await cluster.write<BlockAnswer>({
    what: 'block of writes',
    method: 'PUT',
    path: `/${encodeURIComponent(index)}/_block/${block}`,
    query: waitsOf(deadline),
  }, deadline);
  return body.acknowledged && body.shards_acknowledged;
}

/** One setting a request: under `read_only` OpenSearch takes no other. An index that is gone has no block. */
async function lift(
  cluster: Cluster, { index, block }: { index: string; block: Block }, deadline = cluster.deadline(),
): Promise<void> {
  await changeEverywhere(cluster, () => ({
    what: 'end of a block of writes',
    method: 'PUT',
    path: `/${encodeURIComponent(index)}/_settings`,
    body: JSON.stringify({ [`index.blocks.${block}`]: null }),
    accept: [404],
  }), deadline);
}
