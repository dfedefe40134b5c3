import { retry } from '../../platform/retry.js';
import { removeUnlessCurrent } from './abort-rebuild.js';
import type { MaintenanceContext } from '../shared/rebuild-job.js';
import { liftBlock } from './keep-source-open.js';

/** Removes all indices of unfinished rebuilds but `keep`, whose swap may be under way. Unblocks one already in use. */
export async function removeOrphanIndices(context: MaintenanceContext, keep: string | undefined): Promise<void> {
  const { rebuilds, retryPolicy } = context;
  const orphans = (await retry(retryPolicy, () => rebuilds.list())).filter((generation) => generation !== keep);
  for (const generation of orphans) {
    await context.lease.check();
    await retry(retryPolicy, () => settle(context, generation));
    await retry(retryPolicy, () => rebuilds.remove(generation));
  }
}

async function settle(context: MaintenanceContext, generation: string): Promise<void> {
  const { admin, lease } = context;
  const made = await admin.find(generation);
  if (made && (await removeUnlessCurrent(context, made.name)) === 'swapped') {
    const token = await admin.takeToken(made.name, lease.number);
    // It is current already: this waits until every node knows.
    await admin.swap(undefined, token);
    return admin.unblock(token);
  }
  const current = await admin.current();
  if (current) await liftBlock(context, current.name);
}
