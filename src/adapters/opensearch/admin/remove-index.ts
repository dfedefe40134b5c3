import { UnavailableError } from '../../../domain/errors.js';
import { waitsOf } from '../model/acknowledged.js';
import { failureOfBody, unavailable } from '../transport/cluster-failure.js';
import type { Cluster, ClusterRequest } from '../transport/cluster.js';
import { wordsIndexName } from '../model/addresses.js';
import { indexBehind, indexExists } from '../model/index-schema.js';
import { liftDrain } from '../model/blocks.js';

/** Raises `UnavailableError` for the index behind the alias. An absent index is no error. */
export async function removeIndex(cluster: Cluster, alias: string, index: string): Promise<void> {
  const deadline = cluster.deadline();
  const current = await indexBehind(cluster, alias);
  if (current === index) throw new UnavailableError(`OpenSearch: ${index} is the index that requests go to`);
  await removeWords(cluster, wordsIndexName(alias, index));
  await liftDrain(cluster, index, deadline);
  // The alias moves from the current index to itself: everything fails if a swap came before.
  const stay =
    current === undefined
      ? []
      : [{ remove: { index: current, alias, must_exist: true } }, { add: { index: current, alias } }];
  const request: ClusterRequest = {
    what: 'removal of an index',
    method: 'POST',
    path: '/_aliases',
    query: waitsOf(deadline),
    body: JSON.stringify({ actions: [...stay, { remove_index: { index } }] }),
    accept: [404],
  };
  const { status, body } = await cluster.write(request, deadline);
  if (status === 404 && (await indexExists(cluster, index)))
    throw unavailable(request.what, failureOfBody(body, status));
}

/** Removes the index even if the alias leads to it. An absent index is no error. */
export async function discardIndex(cluster: Cluster, alias: string, index: string): Promise<void> {
  await removeWords(cluster, wordsIndexName(alias, index));
  await liftDrain(cluster, index);
  await removeAnyway(cluster, index);
}

async function removeWords(cluster: Cluster, name: string | undefined): Promise<void> {
  if (name !== undefined) await removeAnyway(cluster, name);
}

async function removeAnyway(cluster: Cluster, index: string): Promise<void> {
  const deadline = cluster.deadline();
  await cluster.write(
    {
      what: 'removal of an index',
      method: 'DELETE',
      path: `/${encodeURIComponent(index)}`,
      query: waitsOf(deadline),
      accept: [404],
    },
    deadline,
  );
}
