import { waitsOf, type Acknowledgement } from './acknowledged.js';
import {
  BLOCKS,
  ClusterFailure,
  failureOfBody,
  isBusy,
  isIndexMissing,
  unavailable,
} from '../transport/cluster-failure.js';
import type { Cluster } from '../transport/cluster.js';
import { repeatWhileBusy } from '../transport/repeat-while-busy.js';
import type { Deadline } from '../../../platform/deadline.js';
import type { FencingToken } from '../../../ports/index-admin.js';

/**
 * `write` refuses writes. `read_only` (a drain) also refuses removal and most other changes. `at`: an index, or the
 * alias of a token.
 *
 * OpenSearch sets a block in two steps. After the first one the block is half set: it already refuses writes. The
 * second one follows when the writes under way in all shards have ended, even if nobody waits for the answer any more.
 * If they take longer than the request allows, it never follows.
 */
export type Block = { at: string; block: 'write' | 'read_only' };
type BlockAnswer = Acknowledgement & { shards_acknowledged: boolean };

const END = 'end of a block of writes';
const LOOK = 'look for a block of writes';

/**
 * Both true: all nodes know the block, and all writes that were under way in any shard have ended. A half-set block is
 * completed. For a whole block OpenSearch waits for nothing and says `shards_acknowledged: false`.
 */
export async function putBlock(cluster: Cluster, { at, block }: Block, deadline: Deadline): Promise<BlockAnswer> {
  const { body } = await cluster.write<BlockAnswer>(
    {
      what: 'block of writes',
      method: 'PUT',
      path: `/${encodeURIComponent(at)}/_block/${block}`,
      query: waitsOf(deadline),
    },
    deadline,
  );
  return body;
}

/** Ends a drain: left over, it prevents removal and unblocking. */
export function liftDrain(cluster: Cluster, at: string, deadline?: Deadline): Promise<void> {
  return lift(cluster, { at, block: 'read_only' }, deadline);
}

/** Ends a block, be it whole or half set: writes are possible then. An absent index has no block. */
export async function lift(cluster: Cluster, wanted: Block, deadline = cluster.deadline()): Promise<void> {
  const lifted = await repeatWhileBusy(
    deadline,
    () => liftOnce(cluster, wanted, deadline),
    (done) => !done,
  );
  if (!lifted) throw unavailable(END, new ClusterFailure(['NotAcknowledged']));
}

/** False: it has to be done again. */
async function liftOnce(cluster: Cluster, wanted: Block, deadline: Deadline): Promise<boolean> {
  const cleared = await clearSetting(cluster, wanted, deadline);
  if (cleared !== 'cleared') return cleared === 'absent';
  const failure = await (wanted.block === 'write' ? tryWrite : tryChange)(cluster, wanted.at, deadline);
  if (!isChecked(failure)) return false;
  if (!failure.blocks.includes(BLOCKS[wanted.block])) return !failure.blocks.includes(BLOCKS.read_only);
  // Half set: the setting cannot end it. Its second step would make it a whole block without a setting.
  await putBlock(cluster, wanted, deadline);
  return false;
}

/** False: OpenSearch has not looked for blocks of the index. It is busy, has no manager, or is blocked as a whole. */
function isChecked(failure: ClusterFailure): boolean {
  const { status, types, blocks } = failure;
  if (types.includes('cluster_block_exception')) return blocks.length > 0;
  return !isBusy(failure) && (status !== 503 || types.includes('unavailable_shards_exception'));
}

async function clearSetting(
  cluster: Cluster,
  { at, block }: Block,
  deadline: Deadline,
): Promise<'cleared' | 'absent' | 'not yet'> {
  // One setting per request: under `read_only` OpenSearch takes no other.
  const { status, body } = await cluster.write<Acknowledgement>(
    {
      what: END,
      method: 'PUT',
      path: `/${encodeURIComponent(at)}/_settings`,
      query: waitsOf(deadline),
      body: JSON.stringify({ [`index.blocks.${block}`]: null }),
      accept: [403, 404],
    },
    deadline,
  );
  if (status === 404) return 'absent';
  if (status !== 403) return body.acknowledged ? 'cleared' : 'not yet';
  const failure = failureOfBody(body, status);
  if (block === 'read_only' || !failure.blocks.includes(BLOCKS.read_only)) throw unavailable(END, failure);
  await liftDrain(cluster, at, deadline);
  return 'not yet';
}

/** Blocks that refuse writes, numbered as in `BLOCKS`. The settings do not show a half-set one. */
export async function blocksOfWrites(cluster: Cluster, at: string): Promise<readonly number[]> {
  const deadline = cluster.deadline();
  const failure = await repeatWhileBusy(
    deadline,
    () => tryWrite(cluster, at, deadline),
    (found) => !isChecked(found),
  );
  if (!isChecked(failure) || isIndexMissing(failure)) throw unavailable(LOOK, failure);
  return failure.blocks;
}

/** Why a write fails that changes nothing. */
async function tryWrite(cluster: Cluster, at: string, deadline: Deadline): Promise<ClusterFailure> {
  // The removal of what never exists, on a condition: without a block it is a conflict, or the shard is away.
  const { status, body } = await cluster.write(
    {
      what: LOOK,
      method: 'DELETE',
      path: `/${encodeURIComponent(at)}/_doc/none`,
      query: { routing: 'none', if_seq_no: '0', if_primary_term: '1', timeout: '1s' },
      accept: [403, 404, 409, 429, 503],
    },
    deadline,
  );
  return failureOfBody(body, status);
}

async function tryChange(cluster: Cluster, at: string, deadline: Deadline): Promise<ClusterFailure> {
  const { status, body } = await cluster.write(
    {
      what: 'look for a drain',
      method: 'PUT',
      path: `/${encodeURIComponent(at)}/_mapping`,
      query: waitsOf(deadline),
      // It changes nothing.
      body: JSON.stringify({ properties: {} }),
      accept: [403, 404, 429],
    },
    deadline,
  );
  return failureOfBody(body, status);
}

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
