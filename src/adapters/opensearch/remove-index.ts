import { UnavailableError } from '../../domain/errors.js';
import { waitsOf } from './acknowledged.js';
import { failureOfBody, unavailable } from './cluster-failure.js';
import type { Cluster, Request } from './cluster.js';
import { indexBehind, indexExists } from './current-index.js';
import { liftDrain } from './lift-drain.js';

/**
 * Absent is no error; the index behind the alias is. That stays so up to the removal itself: it travels with a move
 * of the alias from the current index to where it is, which fails if a swap came before.
 */
export async function removeIndex(cluster: Cluster, alias: string, index: string): Promise<void> {
  const deadline = cluster.deadline();
  const current = await indexBehind(cluster, alias);
  if (current === index) throw new UnavailableError(`OpenSearch: ${index} is the index that requests go to`);
  await liftDrain(cluster, index, deadline);
  const stay = current === undefined ? [] : [
    { remove: { index: current, alias, must_exist: true } }, { add: { index: current, alias } },
  ];
  const request: Request = {
    what: 'removal of an index',
    method: 'POST',
    path: '/_aliases',
    query: waitsOf(deadline),
    body: JSON.stringify({ actions: [...stay, { remove_index: { index } }] }),
    accept: [404],
  };
  const { status, body } = await cluster.write(request, deadline);
  if (status === 404 && await indexExists(cluster, index)) throw unavailable(request.what, failureOfBody(body, status));
}

/** Whatever leads to it. Absent is no error. */
export async function discardIndex(cluster: Cluster, index: string): Promise<void> {
  const deadline = cluster.deadline();
  await liftDrain(cluster, index, deadline);
  await cluster.write({
    what: 'removal of an index',
    method: 'DELETE',
    path: `/${encodeURIComponent(index)}`,
    query: waitsOf(deadline),
    accept: [404],
  }, deadline);
}
