import { forEachConcurrently, mapConcurrently } from '../../platform/concurrently.js';
import { headOf, type Head } from '../../domain/head.js';
import type { Slot } from '../../domain/version.js';
import { unreadableAs } from '../../log/json-objects.js';
import { slotKey } from '../../log/object-keys.js';
import type { Entry, FeedPosition } from '../../ports/index-admin.js';
import { noteState, type RebuildJob } from '../shared/rebuild-job.js';
import { keepSourceOpen } from './source.js';

/** A round below either limit leaves little for the time that writes are blocked. */
const FEW = 200;
const SHORT_MS = 300;
const ROUNDS = 100;
/** After this many rounds without a clearly shorter one, writers keep pace and more rounds do not help. */
const STEADY_ROUNDS = 5;
const CLEARLY = 0.9;
const READS_AT_ONCE = 24;
/** The next batch is read while one is written. A batch may take some 100 MB. */
const BATCHES_AT_ONCE = 2;

export type FollowedRound = { reached: FeedPosition; changes: number };

/** Copies what was written to the source, round by round, until little is left. */
export async function follow(job: RebuildJob): Promise<void> {
  let shortest = Infinity;
  for (let round = 1, steady = 0; round <= ROUNDS && steady < STEADY_ROUNDS; round++) {
    job.stop.throwIfAborted();
    await keepSourceOpen(job);
    const begun = performance.now();
    const changes = await job.persist(() => followOnce(job));
    noteState(job);
    const took = performance.now() - begun;
    if (changes < FEW || took < SHORT_MS) return;
    steady = took < CLEARLY * shortest ? 0 : steady + 1;
    shortest = Math.min(shortest, took);
  }
  job.progress.note(`writes come as fast as they can be followed: a round takes ${Math.round(shortest)} ms at least`);
}

/** Returns the number of changes. On `UnavailableError` the caller repeats the round. */
export async function followOnce(job: RebuildJob): Promise<number> {
  const round = await takeRound(job);
  noteRound(job, round);
  return round.changes;
}

/** One round. Leaves the job unchanged, so it may be abandoned midway. */
export async function takeRound(job: RebuildJob): Promise<FollowedRound> {
  const { state, admin } = job;
  if (!state.source) return { reached: state.position, changes: 0 };
  const { name } = state.source;
  // Before the refresh (rule checkpointBeforeRefresh). The position moves to the checkpoint, never to the highest
  // number seen (rule upToCheckpoint): a write with a lower number may land later.
  const reached = await admin.checkpoint(name);
  await admin.refresh(name);
  return { reached, changes: await takeOver(job, state.position) };
}

export function noteRound({ state }: RebuildJob, { reached, changes }: FollowedRound): void {
  state.position = reached;
  state.counts.followed += changes;
}

/** Copies what a search sees of the source after `position` into the new index; returns the number of changes. */
export async function takeOver(job: RebuildJob, position: FeedPosition): Promise<number> {
  const { state, admin, to } = job;
  if (!state.source) return 0;
  let changes = 0;
  const batches = admin.changesAfter(state.source.name, position);
  const { signal } = new AbortController();
  await forEachConcurrently(batches, { width: BATCHES_AT_ONCE, signal }, async (batch) => {
    await admin.writeIfHigher(to.name, await inSchema(job, batch));
    changes += batch.length;
  });
  return changes;
}

/** A source gives no words, and one of another schema may lack fields of today's heads: these come from the log. */
export async function inSchema(job: RebuildJob, entries: readonly Entry[]): Promise<readonly Entry[]> {
  if (!job.admin.writesWords && job.state.source?.schemaVersion === job.to.schemaVersion) return entries;
  return mapConcurrently(entries, READS_AT_ONCE, async (entry) => {
    const slot = entry.kind === 'head' ? await readSlot(job, entry.head) : undefined;
    return slot ? { kind: 'head', head: headOf(slot), slot } : entry;
  });
}

async function readSlot({ log, anomalies }: RebuildJob, { id, currentVersion }: Head): Promise<Slot | undefined> {
  const slot = await log.read(id, currentVersion).catch(unreadableAs('unreadable'));
  if (slot !== 'unreadable') return slot;
  anomalies.addOnce('unreadable object', slotKey(id, currentVersion));
}
