import { persistently } from '../../platform/persistently.js';
import { removeUnlessCurrent } from './give-up.js';
import type { Tools } from '../shared/job.js';
import { liftBlock } from './lift-block.js';

/** Removes all indices of unfinished rebuilds but `keep`, whose swap may be under way. Unblocks one already in use. */
export async function settleOrphans(tools: Tools, keep: string | undefined): Promise<void> {
  const { rebuilds, patience } = tools;
  const orphans = (await persistently(patience, () => rebuilds.list())).filter((generation) => generation !== keep);
  for (const generation of orphans) {
    await tools.lease.check();
    await persistently(patience, () => settle(tools, generation));
    await persistently(patience, () => rebuilds.remove(generation));
  }
}

async function settle(tools: Tools, generation: string): Promise<void> {
  const { rebuild, lease } = tools;
  const made = await rebuild.find(generation);
  if (made && (await removeUnlessCurrent(tools, made.name)) === 'swapped') {
    const hold = await rebuild.hold(made.name, lease.number);
    // It is current already: this waits until every node knows.
    await rebuild.swap(undefined, hold);
    return rebuild.unblock(hold);
  }
  const current = await rebuild.current();
  if (current) await liftBlock(tools, current.name);
}
