import { randomBytes } from 'node:crypto';
import { HeldByAnotherError, type FencingToken } from '../../../ports/index-admin.js';
import { waitsOf } from './acknowledged.js';
import { ClusterFailure, unavailable } from '../transport/cluster-failure.js';
import type { Cluster } from '../transport/cluster.js';
import { repeatWhileBusy } from '../transport/repeat-while-busy.js';
import type { Deadline } from '../../../platform/deadline.js';
import { liftDrain } from './blocks.js';

const DIGITS = 10;

export type WantedToken = { prefix: string; index: string; rank: number };

/** The token that an index is created with. Its name contains the generation, so no other index has it. */
export function firstFencingToken(prefix: string, generation: string): string {
  return tokenName(prefix, 0, Buffer.from(generation).toString('hex'));
}

/** Replaces the earlier token of an index. Raises `HeldByAnotherError` if that one has a higher rank. */
export async function takeFencingToken(cluster: Cluster, wanted: WantedToken): Promise<FencingToken> {
  const { prefix, index, rank } = wanted;
  const deadline = cluster.deadline();
  const taken = await repeatWhileBusy(
    deadline,
    async () => {
      const tokens = await tokensOf(cluster, wanted, deadline);
      if (tokens.some((token) => rankOf(token) > rank)) {
        throw new HeldByAnotherError(`OpenSearch: ${index} is held by another process`);
      }
      // The token is an alias on the index. Its holder blocks, unblocks and swaps through it.
      const token = tokenName(prefix, rank, randomBytes(8).toString('hex'));
      return (await replaceTokens(cluster, { index, tokens, token }, deadline)) ? token : undefined;
    },
    (token) => token === undefined,
  );
  if (taken === undefined) throw unavailable('token of an index', new ClusterFailure(['TooManyConflicts']));
  return { index, token: taken };
}

async function tokensOf(cluster: Cluster, { prefix, index }: WantedToken, deadline: Deadline): Promise<string[]> {
  const { body } = await cluster.read<Record<string, { aliases: object }>>(
    {
      what: 'look for the token of an index',
      method: 'GET',
      path: `/${encodeURIComponent(index)}/_alias/${encodeURIComponent(`${prefix}-hold-`)}*`,
    },
    deadline,
  );
  return Object.keys(body[index]?.aliases ?? {});
}

/** False: another token was taken meanwhile, or a drain was in the way. */
async function replaceTokens(
  cluster: Cluster,
  { index, tokens, token }: { index: string; tokens: string[]; token: string },
  deadline: Deadline,
): Promise<boolean> {
  // `must_exist`: one step replaces the former token, so late requests of its holder lead nowhere.
  const removals = tokens.map((alias) => ({ remove: { index, alias, must_exist: true } }));
  const { status } = await cluster.write(
    {
      what: 'token of an index',
      method: 'POST',
      path: '/_aliases',
      query: waitsOf(deadline),
      body: JSON.stringify({ actions: [...removals, { add: { index, alias: token } }] }),
      accept: [403, 404],
    },
    deadline,
  );
  // A process that died during a drain has left a block that refuses alias changes.
  if (status === 403) await liftDrain(cluster, index, deadline);
  return status !== 404 && status !== 403;
}

function tokenName(prefix: string, rank: number, suffix: string): string {
  return `${prefix}-hold-${String(rank).padStart(DIGITS, '0')}-${suffix}`;
}

function rankOf(token: string): number {
  return Number(/-hold-(\d+)-[0-9a-f]+$/.exec(token)?.[1]);
}
