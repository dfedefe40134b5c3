import { ClusterFailure, unavailable } from '../transport/cluster-failure.js';
import type { Cluster, ClusterRequest } from '../transport/cluster.js';
import { repeatWhileBusy } from '../transport/repeat-while-busy.js';
import type { Deadline } from '../../../platform/deadline.js';

export type Acknowledgement = { acknowledged: boolean };

/** Half of the time left, so that the answer and one more attempt come before the deadline. */
export function waitsOf(deadline: Deadline): Record<string, string> {
  const time = `${Math.ceil(deadline.leftMs / 2)}ms`;
  return { timeout: time, cluster_manager_timeout: time };
}

/** Repeats a change of the cluster state until every node acknowledges it. Raises `UnavailableError`. */
export async function changeEverywhere(
  cluster: Cluster,
  makeRequest: () => Promise<ClusterRequest> | ClusterRequest,
  deadline = cluster.deadline(),
): Promise<void> {
  let what = '';
  const done = await repeatWhileBusy(
    deadline,
    async () => {
      // A repeat that changes nothing is acknowledged at once, even if a node lags. `makeRequest` can vary it.
      const request = await makeRequest();
      what = request.what;
      const { body } = await cluster.write<Acknowledgement>(
        { ...request, query: { ...request.query, ...waitsOf(deadline) } },
        deadline,
      );
      return body.acknowledged;
    },
    (acknowledged) => !acknowledged,
  );
  if (!done) throw unavailable(what, new ClusterFailure(['NotAcknowledged']));
}
