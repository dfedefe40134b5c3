import { retry } from '../../platform/retry.js';
import { finish } from './finish.js';
import { abortRebuild } from './abort-rebuild.js';
import { STATE_NAME, type RebuildJob, type RebuildState, type MaintenanceContext } from '../shared/rebuild-job.js';
import { judgeIndex } from './judge-index.js';
import { liftBlock } from './keep-source-open.js';
import { removeOrphanIndices } from './remove-orphan-indices.js';
import { Anomalies } from '../shared/anomalies.js';

/** `finished`: it had swapped, and its remaining steps are done. */
export type Former =
  { outcome: 'none' } | { outcome: 'finished'; job: RebuildJob } | { outcome: 'goes on'; job: RebuildJob };

/** Settles an unfinished earlier run: finishes it if it had swapped, resumes it if possible, otherwise aborts it. */
export async function resumeOrAbort(
  tools: MaintenanceContext,
  isTooOld: (startedAt: string) => boolean,
): Promise<Former> {
  const state = tools.lease.progressOf(STATE_NAME) as RebuildState | undefined;
  if (!state || state.phase === 'done') return { outcome: 'none' };
  const job = await jobOf(tools, state);
  if (job && (await isCurrent(job))) return finished(job);
  if (job && !isTooOld(state.startedAt) && (await mayGoOn(job))) return { outcome: 'goes on', job };
  tools.progress.note(`the rebuild of ${state.startedAt} cannot go on: it is given up, and a new one begins`);
  const fate = await abortRebuild(tools, state);
  return fate === 'swapped' && job ? finished(job) : { outcome: 'none' };
}

async function finished(job: RebuildJob): Promise<Former> {
  await finish(job);
  return { outcome: 'finished', job };
}

/** `swapped`: requests already went to the new index, so the rebuild was finished instead. */
export type AbortOutcome = 'given up' | 'swapped' | 'there was none';

/** Aborts an interrupted rebuild: removes its index and lifts its write block. */
export async function abortInterruptedRebuild(tools: MaintenanceContext): Promise<AbortOutcome> {
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

/** Undefined: it has no index. */
async function jobOf(tools: MaintenanceContext, state: RebuildState): Promise<RebuildJob | undefined> {
  const to = await retry(tools.retryPolicy, () => tools.rebuild.find(state.generation));
  return to && { ...tools, state, to, strange: new Anomalies(state.strange) };
}

async function isCurrent({ rebuild, to, retryPolicy }: RebuildJob): Promise<boolean> {
  return (await retry(retryPolicy, () => rebuild.current()))?.name === to.name;
}

async function mayGoOn({ rebuild, generations, state, to, retryPolicy }: RebuildJob): Promise<boolean> {
  // Killed before the index was complete.
  if (to.generation !== state.generation) return false;
  // Named before the swap and never taken back: a swap may be under way.
  if ((await retry(retryPolicy, () => generations.read())).includes(state.generation)) return false;
  const old = await retry(retryPolicy, () => judgeIndex(rebuild, generations));
  return old.replaces === state.replaces && (old.source === null) === (state.source === null);
}
