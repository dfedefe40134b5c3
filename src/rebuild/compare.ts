import { persistently } from '../coordination/persistently.js';
import { OperatorError } from '../domain/errors.js';
import { followOnce, inSchema } from './follow.js';
import { helpSource } from './help-source.js';
import type { Job } from './job.js';
import { flattened, mergeById } from './merge-by-id.js';
import { findHighest, readHighestSlot } from './read-highest-slot.js';

const ROUNDS = 5;
const MOST = 100_000;
const TOGETHER = 500;

/** A document, and the version that the source showed; 0: none, while the new index has it. */
type Difference = { id: string; version: number };

/**
 * Makes sure that the new index has every head of the source, at the same version or a higher one, and no other; mends
 * what differs, and raises an error where it still does. The source is written to meanwhile: what counts is what has
 * not arrived by following it either.
 */
export async function compareWithSource(job: Job): Promise<void> {
  const { source } = job.state;
  if (!source) return;
  for (let round = 1; round <= ROUNDS; round++) {
    await persistently(job.patience, () => followOnce(job));
    const differing = await persistently(job.patience, () => differences(job, source.name));
    await persistently(job.patience, () => followOnce(job));
    let mended = 0;
    for (let first = 0; first < differing.length; first += TOGETHER) {
      job.stop.throwIfAborted();
      const some = differing.slice(first, first + TOGETHER);
      mended += await persistently(job.patience, () => mend(job, source.name, some));
    }
    job.state.counts.repaired += mended;
    if (mended === 0) return;
  }
  throw new OperatorError(`the new index still differs from the old one after ${ROUNDS} repairs; nothing was swapped`);
}

async function differences({ rebuild, to, progress }: Job, source: string): Promise<Difference[]> {
  await Promise.all([rebuild.refresh(source), rebuild.refresh(to.name)]);
  const found: Difference[] = [];
  const both = mergeById(flattened(rebuild.scanHeads(to.name)), flattened(rebuild.scanHeads(source)));
  for await (const { id, left: own, right: other } of both) {
    progress.advance();
    if (own && other && own.currentVersion >= other.currentVersion) continue;
    found.push({ id, version: other?.currentVersion ?? 0 });
    if (found.length > MOST) throw new OperatorError(`more than ${MOST} heads differ; nothing was swapped`);
  }
  return found;
}

/** How many of them do differ. */
async function mend(job: Job, source: string, differing: readonly Difference[]): Promise<number> {
  const { rebuild, to } = job;
  const ids = differing.map(({ id }) => id);
  const heads = await rebuild.readHeads(source, ids);
  const own = await rebuild.readHeads(to.name, ids);
  let mended = 0;
  for (const [i, { id, version }] of differing.entries()) {
    const [head, present] = [heads[i]?.head, own[i]?.head];
    if (head && present && present.currentVersion >= version) continue;
    const highest = head && present ? 1 : await findHighest(job.store, id);
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
  if (!slot) return;
  const [loaded] = await helpSource({ rebuild: job.rebuild, source: job.state.source?.name }, [slot]);
  if (loaded?.isHelped) job.state.counts.helped++;
}
