import { changeEverywhere, waitsOf, type Acknowledgement } from '../model/acknowledged.js';
import { wordsIndexName } from '../model/addresses.js';
import { indexBehind, indexExists, readMappingMeta } from '../model/index-schema.js';
import { failureOfBody, unavailable } from '../transport/cluster-failure.js';
import type { Cluster } from '../transport/cluster.js';
import { UnavailableError } from '../../../domain/errors.js';
import { newWriteId } from '../../../domain/ids.js';
import type { Deadline } from '../../../platform/deadline.js';
import type { FencingToken } from '../../../ports/index-admin.js';

type Swap = { alias: string; from: string | undefined; to: FencingToken };

/** As `IndexAdmin.swap`. A swap made before is announced to every node once more. */
export async function swapAlias(cluster: Cluster, swap: Swap): Promise<void> {
  const { alias, from, to } = swap;
  const deadline = cluster.deadline();
  const current = await indexBehind(cluster, alias);
  if (current !== to.index) {
    if (current !== from) {
      throw new UnavailableError(
        `OpenSearch: the alias ${alias} leads to ${current ?? 'nothing'}, not to ${from ?? 'nothing'}`,
      );
    }
    if (await moveAlias(cluster, swap, deadline)) return;
  }
  await waitForEveryNode(cluster, to.index, deadline);
}

/** True: every node is known to have applied it. After a lost answer, the alias shows whether it moved. */
async function moveAlias(cluster: Cluster, swap: Swap, deadline: Deadline): Promise<boolean> {
  try {
    return await sendMove(cluster, swap, deadline);
  } catch (error) {
    if ((await indexBehind(cluster, swap.alias)) !== swap.to.index) throw error;
    return false;
  }
}

/** `must_exist` fails the whole swap if another one came first or the token was taken since, also without `from`. */
async function sendMove(cluster: Cluster, { alias, from, to }: Swap, deadline: Deadline): Promise<boolean> {
  const remove: object[] = from === undefined ? [] : [{ remove: { index: from, alias, must_exist: true } }];
  // In the same step, so that no search with words finds the old ones: it goes to that index itself.
  const words = from === undefined ? undefined : wordsIndexName(alias, from);
  if (words !== undefined && (await indexExists(cluster, words))) remove.push({ remove_index: { index: words } });
  const { status, body } = await cluster.write<Acknowledgement>(
    {
      what: 'swap of the alias',
      method: 'POST',
      path: '/_aliases',
      query: waitsOf(deadline),
      body: JSON.stringify({ actions: [...remove, ...stillHeld(to), { add: { index: to.index, alias } }] }),
      accept: [404],
    },
    deadline,
  );
  if (status === 404) throw unavailable('swap of the alias', failureOfBody(body, status));
  return body.acknowledged;
}

function stillHeld({ index, token }: FencingToken): object[] {
  return [{ remove: { index, alias: token, must_exist: true } }, { add: { index, alias: token } }];
}

/** Nodes apply cluster states in order: one that acknowledges this later change has applied the swap. */
function waitForEveryNode(cluster: Cluster, index: string, deadline: Deadline): Promise<void> {
  return changeEverywhere(
    cluster,
    async () => ({
      what: 'wait for every node to know the swap',
      method: 'PUT',
      path: `/${encodeURIComponent(index)}/_mapping`,
      body: JSON.stringify({ _meta: { ...(await readMappingMeta(cluster, index)), swap_seen: newWriteId() } }),
    }),
    deadline,
  );
}
