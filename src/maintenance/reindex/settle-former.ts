import { persistently } from '../../platform/persistently.js';
import { finish } from './finish.js';
import { giveUp } from './give-up.js';
import { STATE_NAME, type Job, type RebuildState, type Tools } from '../shared/job.js';
import { judgeIndex } from './judge-index.js';
import { Strange } from '../shared/strange.js';

/** `finished`: it had swapped, and its remaining steps are done. */
export type Former = { outcome: 'none' } | { outcome: 'finished'; job: Job } | { outcome: 'goes on'; job: Job };

/** Settles an unfinished earlier run: finishes it if it had swapped, resumes it if possible, otherwise gives it up. */
export async function settleFormer(tools: Tools, isTooOld: (startedAt: string) => boolean): Promise<Former> {
  const state = tools.lease.progressOf<RebuildState>(STATE_NAME);
  if (!state || state.phase === 'done') return { outcome: 'none' };
  const job = await jobOf(tools, state);
  if (job && (await isCurrent(job))) return finished(job);
  if (job && !isTooOld(state.startedAt) && (await mayGoOn(job))) return { outcome: 'goes on', job };
  tools.progress.note(`the rebuild of ${state.startedAt} cannot go on: it is given up, and a new one begins`);
  const fate = await giveUp(tools, state);
  return fate === 'swapped' && job ? finished(job) : { outcome: 'none' };
}

async function finished(job: Job): Promise<Former> {
  await finish(job);
  return { outcome: 'finished', job };
}

/** Undefined: it has no index. */
export async function jobOf(tools: Tools, state: RebuildState): Promise<Job | undefined> {
  const to = await persistently(tools.patience, () => tools.rebuild.find(state.generation));
  return to && { ...tools, state, to, strange: new Strange(state.strange) };
}

async function isCurrent({ rebuild, to, patience }: Job): Promise<boolean> {
  return (await persistently(patience, () => rebuild.current()))?.name === to.name;
}

async function mayGoOn({ rebuild, generations, state, to, patience }: Job): Promise<boolean> {
  // Killed before the index was complete.
  if (to.generation !== state.generation) return false;
  // Named before the swap and never taken back: a swap may be under way.
  if ((await persistently(patience, () => generations.read())).includes(state.generation)) return false;
  const old = await persistently(patience, () => judgeIndex(rebuild, generations));
  return old.replaces === state.replaces && (old.source === null) === (state.source === null);
}
