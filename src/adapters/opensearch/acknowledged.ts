import { ClusterFailure, unavailable } from './cluster-failure.js';
import type { Cluster, Request } from './cluster.js';
import { repeatWhileBusy, type Deadline } from './deadline.js';

export type Acknowledgement = { acknowledged: boolean };

/** How long the cluster may wait for its nodes: so that its answer, and another attempt, come before the deadline. */
export function waitsOf(deadline: Deadline): Record<string, string> {
  const time = `${Math.ceil(deadline.left() / 2)}ms`;
  return { timeout: time, cluster_manager_timeout: time };
}

/**
 * A change of the cluster's state that may be made again, until it is acknowledged by every node. A repeat that
 * changes nothing is acknowledged at once, whoever lags behind: where that matters `makeRequest` changes something
 * each time. An index that is gone needs no change.
 */
export async function changeEverywhere(
  cluster: Cluster, makeRequest: () => Promise<Request> | Request, deadline = cluster.deadline(),
): Promise<void> {
  let what = '';
  const done = await repeatWhileBusy(deadline, async () => {
    const request = await makeRequest();
    what = request.what;
    const { status, body } = await cluster.write<Acknowledgement>(
      { ...request, query: { ...request.query, ...waitsOf(deadline) } }, deadline);
    return status === 404 || body.acknowledged;
  }, (acknowledged) => !acknowledged);
  if (!done) throw unavailable(what, new ClusterFailure(['NotAcknowledged']));
}
