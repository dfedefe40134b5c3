import { mapConcurrently } from '../coordination/map-concurrently.js';
import { persistently } from '../coordination/persistently.js';
import { headOf } from '../domain/head.js';
import type { Entry, FeedPosition } from '../ports/index-rebuild.js';
import { noteState, type Job } from './job.js';
import { keepSourceOpen } from './keep-source-open.js';

/** A round that finds fewer changes leaves little for the time in which writes are blocked. */
const FEW = 200;
const ROUNDS = 100;
const READS_AT_ONCE = 24;

/** Takes over what was written to the source since, round by round, until little is left. */
export async function follow(job: Job): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    job.stop.throwIfAborted();
    await keepSourceOpen(job);
    const changes = await persistently(job.patience, () => followOnce(job));
    noteState(job);
    if (changes < FEW) return;
  }
  job.progress.note(`writes come as fast as they can be followed: after ${ROUNDS} rounds the rest is done while they wait`);
}

/**
 * One round, and how many changes it found. The checkpoint is read, then the refresh made (rule
 * checkpointBeforeRefresh), and the position moves to that checkpoint, never to the highest number seen (rule
 * upToCheckpoint): a write with a lower number may land later. Raises `UnavailableError`, to be taken again.
 */
export async function followOnce(job: Job): Promise<number> {
  const { state, rebuild } = job;
  if (!state.source) return 0;
  const { name } = state.source;
  const reached = await rebuild.checkpoint(name);
  await rebuild.refresh(name);
  const changes = await takeOver(job, state.position);
  state.position = reached;
  state.counts.followed += changes;
  return changes;
}

/** Writes what a search sees of the source after a position into the new index. */
export async function takeOver(job: Job, position: FeedPosition): Promise<number> {
  const { state, rebuild, to } = job;
  if (!state.source) return 0;
  let changes = 0;
  for await (const batch of rebuild.changesAfter(state.source.name, position)) {
    await rebuild.writeIfHigher(to.name, await inSchema(job, batch));
    changes += batch.length;
  }
  return changes;
}

/** An index of another schema may lack what a head has now: then the log is read again. */
export async function inSchema({ state, to, log }: Job, entries: readonly Entry[]): Promise<readonly Entry[]> {
  if (state.source?.schemaVersion === to.schemaVersion) return entries;
  return mapConcurrently(entries, READS_AT_ONCE, async (entry) => {
    const slot = entry.kind === 'head' ? await log.read(entry.head.id, entry.head.currentVersion) : undefined;
    return slot ? { kind: 'head', head: headOf(slot) } : entry;
  });
}
