import { persistently } from '../../platform/persistently.js';
import { finish } from './finish.js';
import { giveUp } from './give-up.js';
import { STATE_NAME, type RebuildState, type Tools } from '../shared/job.js';
import { liftBlock } from './lift-block.js';
import { jobOf } from './settle-former.js';
import { settleOrphans } from './settle-orphans.js';

/** `swapped`: requests already went to the new index, so the rebuild was finished instead. */
export type Abandoned = 'given up' | 'swapped' | 'there was none';

/** Abandons an interrupted rebuild: removes its index and lifts its write block. */
export async function abandonRebuild(tools: Tools): Promise<Abandoned> {
  const state = tools.lease.progressOf<RebuildState>(STATE_NAME);
  await settleOrphans(tools, state?.generation);
  if (!state || state.phase === 'done') {
    const current = await persistently(tools.patience, () => tools.rebuild.current());
    if (current) await persistently(tools.patience, () => liftBlock(tools, current.name));
    return 'there was none';
  }
  const fate = await giveUp(tools, state);
  if (fate === 'given up') await persistently(tools.patience, () => tools.rebuilds.remove(state.generation));
  const job = fate === 'swapped' ? await jobOf(tools, state) : undefined;
  if (job) await finish(job);
  return fate;
}
