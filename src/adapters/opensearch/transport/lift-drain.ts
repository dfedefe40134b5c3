import { changeEverywhere } from './acknowledged.js';
import type { Cluster } from './cluster.js';
import type { Deadline } from '../../../platform/deadline.js';

/** Ends a drain (`read_only`): left over, it prevents removal and unblocking. `at`: an index or a token's alias. */
export function liftDrain(cluster: Cluster, at: string, deadline?: Deadline): Promise<void> {
  return lift(cluster, { at, block: 'read_only' }, deadline);
}

/** One setting per request: under `read_only` OpenSearch takes no other. An absent index has no block. */
export async function lift(
  cluster: Cluster,
  { at, block }: { at: string; block: 'write' | 'read_only' },
  deadline?: Deadline,
): Promise<void> {
  await changeEverywhere(
    cluster,
    () => ({
      what: 'end of a block of writes',
      method: 'PUT',
      path: `/${encodeURIComponent(at)}/_settings`,
      body: JSON.stringify({ [`index.blocks.${block}`]: null }),
      accept: [404],
    }),
    deadline,
  );
}
