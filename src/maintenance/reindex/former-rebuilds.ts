import { Anomalies } from '../shared/anomalies.js';
import { type MaintenanceContext, type RebuildJob, type RebuildState, STATE_NAME } from '../shared/rebuild-job.js';
import { abortRebuild, finish, removeUnlessCurrent } from './end-rebuild.js';
import { checkIndex, liftBlock } from './source.js';

/** `finished`: it had swapped, and its remaining steps are done. */
export type Former =
  { outcome: 'none' } | { outcome: 'finished'; job: RebuildJob } | { outcome: 'goes on'; job: RebuildJob };

/** Settles an unfinished earlier run: finishes it if it had swapped, resumes it if possible, otherwise aborts it. */
export async function resumeOrAbort(
  context: MaintenanceContext,
  isTooOld: (startedAt: string) => boolean,
): Promise<Former> {
  const state = context.lease.progressOf(STATE_NAME) as RebuildState | undefined;
  if (!state || state.phase === 'done') return { outcome: 'none' };
  const job = await jobOf(context, state);
  if (job && (await isCurrent(job))) return finished(job);
  if (job && !isTooOld(state.startedAt) && (await mayGoOn(job))) return { outcome: 'goes on', job };
  context.progress.note(`the rebuild of ${state.startedAt} cannot go on: it is given up, and a new one begins`);
  const fate = await abortRebuild(context, state);
  return fate === 'swapped' && job ? finished(job) : { outcome: 'none' };
}

async function finished(job: RebuildJob): Promise<Former> {
  await finish(job);
  return { outcome: 'finished', job };
}

/** `swapped`: requests already went to the new index, so the rebuild was finished instead. */
export type AbortOutcome = 'given up' | 'swapped' | 'there was none';

/** Aborts an interrupted rebuild: removes its index and lifts its write block. */
export async function abortInterruptedRebuild(context: MaintenanceContext): Promise<AbortOutcome> {
  const state = context.lease.progressOf(STATE_NAME) as RebuildState | undefined;
  await removeOrphanIndices(context, state?.generation);
  if (!state || state.phase === 'done') {
    const current = await context.persist(() => context.admin.current());
    if (current) await context.persist(() => liftBlock(context, current.name));
    return 'there was none';
  }
  const fate = await abortRebuild(context, state);
  if (fate === 'given up') await context.persist(() => context.rebuilds.remove(state.generation));
  const job = fate === 'swapped' ? await jobOf(context, state) : undefined;
  if (job) await finish(job);
  return fate;
}

/** Undefined: it has no index. */
async function jobOf(context: MaintenanceContext, state: RebuildState): Promise<RebuildJob | undefined> {
  const to = await context.persist(() => context.admin.find(state.generation));
  return to && { ...context, state, to, anomalies: new Anomalies(state.anomalies) };
}

async function isCurrent({ admin, to, persist }: RebuildJob): Promise<boolean> {
  return (await persist(() => admin.current()))?.name === to.name;
}

async function mayGoOn({ admin, generations, state, to, persist }: RebuildJob): Promise<boolean> {
  // Killed before the index was complete.
  if (to.generation !== state.generation) return false;
  // Made by another program, or changed by an index template: what would be loaded into it could not be found.
  if (to.difference !== undefined) return false;
  // Named before the swap, and never removed: a swap may be under way.
  if ((await persist(() => generations.read())).includes(state.generation)) return false;
  const old = await persist(() => checkIndex(admin, generations));
  return old.replaces === state.replaces && (old.source === null) === (state.source === null);
}

/** Removes all indices of unfinished rebuilds but `keep`, whose swap may be under way. Unblocks one already in use. */
export async function removeOrphanIndices(context: MaintenanceContext, keep: string | undefined): Promise<void> {
  const { rebuilds, persist } = context;
  const orphans = (await persist(() => rebuilds.list())).filter((generation) => generation !== keep);
  for (const generation of orphans) {
    await context.lease.check();
    await persist(() => settle(context, generation));
    await persist(() => rebuilds.remove(generation));
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
