import { randomBytes } from 'node:crypto';
import { HeldByAnotherError, type FencingToken } from '../../../ports/index-admin.js';
import { waitsOf } from './acknowledged.js';
import { ClusterFailure, unavailable } from './cluster-failure.js';
import type { Cluster } from './cluster.js';
import { repeatWhileBusy, type CallDeadline } from './deadline.js';
import { liftDrain } from './lift-drain.js';

const DIGITS = 10;

export type WantedToken = { prefix: string; index: string; rank: number };

/** The hold that an index is created with. Its token comes from the generation, so no other index has it. */
export function firstFencingToken(prefix: string, generation: string): string {
  return holdName(prefix, 0, Buffer.from(generation).toString('hex'));
}

/** Replaces the earlier hold of an index. Raises `HeldByAnotherError` if that one has a higher rank. */
export async function takeFencingToken(cluster: Cluster, wanted: WantedToken): Promise<FencingToken> {
  const { prefix, index, rank } = wanted;
  const deadline = cluster.deadline();
  const taken = await repeatWhileBusy(
    deadline,
    async () => {
      const holds = await holdsOf(cluster, wanted, deadline);
      if (holds.some((hold) => rankOf(hold) > rank)) {
        throw new HeldByAnotherError(`OpenSearch: ${index} is held by another process`);
      }
      // A hold is a fencing token: an alias on the index, through which its holder blocks, unblocks and swaps.
      const hold = holdName(prefix, rank, randomBytes(8).toString('hex'));
      return (await replaceHolds(cluster, { index, holds, hold }, deadline)) ? hold : undefined;
    },
    (hold) => hold === undefined,
  );
  if (taken === undefined) throw unavailable('hold of an index', new ClusterFailure(['TooManyConflicts']));
  return { index, token: taken };
}

async function holdsOf(cluster: Cluster, { prefix, index }: WantedToken, deadline: CallDeadline): Promise<string[]> {
  const { body } = await cluster.read<Record<string, { aliases: object }>>(
    {
      what: 'look for the hold of an index',
      method: 'GET',
      path: `/${encodeURIComponent(index)}/_alias/${encodeURIComponent(`${prefix}-hold-`)}*`,
    },
    deadline,
  );
  return Object.keys(body[index]?.aliases ?? {});
}

/** False: another hold was taken meanwhile, or a drain was in the way. */
async function replaceHolds(
  cluster: Cluster,
  { index, holds, hold }: { index: string; holds: string[]; hold: string },
  deadline: CallDeadline,
): Promise<boolean> {
  // `must_exist`: one step replaces the former hold, so late requests of its holder lead nowhere.
  const removals = holds.map((alias) => ({ remove: { index, alias, must_exist: true } }));
  const { status } = await cluster.write(
    {
      what: 'hold of an index',
      method: 'POST',
      path: '/_aliases',
      query: waitsOf(deadline),
      body: JSON.stringify({ actions: [...removals, { add: { index, alias: hold } }] }),
      accept: [403, 404],
    },
    deadline,
  );
  // A process that died during a drain has left a block that refuses alias changes.
  if (status === 403) await liftDrain(cluster, index, deadline);
  return status !== 404 && status !== 403;
}

function holdName(prefix: string, rank: number, token: string): string {
  return `${prefix}-hold-${String(rank).padStart(DIGITS, '0')}-${token}`;
}

function rankOf(hold: string): number {
  return Number(/-hold-(\d+)-[0-9a-f]+$/.exec(hold)?.[1]);
}
