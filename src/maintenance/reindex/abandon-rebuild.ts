import { retry } from '../../platform/retry.js';
import { finish } from './finish.js';
import { abortRebuild } from './abort-rebuild.js';
import { STATE_NAME, type RebuildState, type MaintenanceContext } from '../shared/rebuild-job.js';
import { liftBlock } from './keep-source-open.js';
import { jobOf } from './resume-or-abort.js';
import { removeOrphanIndices } from './remove-orphan-indices.js';

/** `swapped`: requests already went to the new index, so the rebuild was finished instead. */
export type Abandoned = 'given up' | 'swapped' | 'there was none';

/** Abandons an interrupted rebuild: removes its index and lifts its write block. */
export async function abandonRebuild(tools: MaintenanceContext): Promise<Abandoned> {
  const state = tools.lease.progressOf(STATE_NAME) as RebuildState | undefined;
  await removeOrphanIndices(tools, state?.generation);
  if (!state || state.phase === 'done') {
    const current = await retry(tools.retryPolicy, () => tools.rebuild.current());
    if (current) await retry(tools.retryPolicy, () => liftBlock(tools, current.name));
    return 'there was none';
  }
  const fate = await abortRebuild(tools, state);
  if (fate === 'given up') await retry(tools.retryPolicy, () => tools.rebuilds.remove(state.generation));
  const job = fate === 'swapped' ? await jobOf(tools, state) : undefined;
  if (job) await finish(job);
  return fate;
}
