import { persistently } from '../coordination/persistently.js';
import { OperatorError } from '../domain/errors.js';
import type { HeadMark, IndexRebuild } from '../ports/index-rebuild.js';
import { inSchema } from './follow.js';
import { helpSource } from './help-source.js';
import { type Job } from './job.js';
import { findHighest, readHighestSlot } from './read-highest-slot.js';

const ROUNDS = 5;
const MOST = 100_000;
const TOGETHER = 500;

/**
 * Makes sure that the new index has every head of the source, at the same version or a higher one, and no other; mends
 * what differs, and raises an error where it still does. While the source is written to, the new one lags behind
 * with a few: they are asked for in real time before they count.
 */
export async function compareWithSource(job: Job): Promise<void> {
  const { source } = job.state;
  if (!source) return;
  for (let round = 1; round <= ROUNDS; round++) {
    const ids = await persistently(job.patience, () => differingIds(job, source.name));
    let mended = 0;
    for (let first = 0; first < ids.length; first += TOGETHER) {
      job.stop.throwIfAborted();
      mended += await persistently(job.patience, () => mend(job, source.name, ids.slice(first, first + TOGETHER)));
    }
    job.state.counts.repaired += mended;
    if (mended === 0) return;
  }
  throw new OperatorError(`the new index still differs from the old one after ${ROUNDS} repairs; nothing was swapped`);
}

async function differingIds({ rebuild, to }: Job, source: string): Promise<string[]> {
  await Promise.all([rebuild.refresh(source), rebuild.refresh(to.name)]);
  const ids: string[] = [];
  for await (const id of differences(rebuild, source, to.name)) {
    ids.push(id);
    if (ids.length > MOST) throw new OperatorError(`more than ${MOST} heads differ; nothing was swapped`);
  }
  return ids;
}

/** Both scans are ordered by identifier. A new head that is higher is no difference: the scan of it came later. */
async function* differences(rebuild: IndexRebuild, source: string, to: string): AsyncGenerator<string> {
  const [ours, theirs] = [marks(rebuild, to), marks(rebuild, source)];
  let [here, there] = [await ours.next(), await theirs.next()];
  while (!here.done || !there.done) {
    const [own, other] = [here.done ? undefined : here.value, there.done ? undefined : there.value];
    const order = !own ? 1 : !other ? -1 : own.id < other.id ? -1 : own.id > other.id ? 1 : 0;
    if (order !== 0) yield (order < 0 ? own as HeadMark : other as HeadMark).id;
    else if ((own as HeadMark).currentVersion < (other as HeadMark).currentVersion) yield (own as HeadMark).id;
    if (order <= 0) here = await ours.next();
    if (order >= 0) there = await theirs.next();
  }
}

async function* marks(rebuild: IndexRebuild, index: string): AsyncGenerator<HeadMark> {
  for await (const batch of rebuild.scanHeads(index)) yield* batch;
}

/** How many of them did differ. */
async function mend(job: Job, source: string, ids: readonly string[]): Promise<number> {
  const { rebuild, to } = job;
  const heads = await rebuild.readHeads(source, ids);
  const own = await rebuild.readHeads(to.name, ids);
  let mended = 0;
  for (const [i, id] of ids.entries()) {
    const [head, present] = [heads[i]?.head, own[i]?.head];
    if (head ? head.currentVersion <= (present?.currentVersion ?? 0) : !present) continue;
    const highest = present && head ? 1 : await findHighest(job.store, id);
    if (highest === 0) {
      job.strange.addOnce('head without a log', id);
      continue;
    }
    if (head) await rebuild.writeIfHigher(to.name, await inSchema(job, [{ kind: 'head', head }]));
    else await bringBack(job, { id, highest });
    mended++;
  }
  return mended;
}

/** The source has lost what the log has: in the end both have it. */
async function bringBack(job: Job, wanted: { id: string; highest: number }): Promise<void> {
  const slot = await readHighestSlot(job, wanted);
  if (slot) await helpSource(job, [slot]);
}
