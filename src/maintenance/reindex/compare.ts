import { OperatorError } from '../../domain/errors.js';
import { unreadableAs } from '../../log/json-objects.js';
import { slotKey } from '../../log/object-keys.js';
import { chunksOf } from '../../platform/chunks.js';
import { followOnce, inSchema } from './follow.js';
import { advanceOldHeads } from './advance-old-heads.js';
import type { RebuildJob } from '../shared/rebuild-job.js';
import { flattened, mergeById } from '../shared/merge-by-id.js';
import { findHighest, readHighestSlot } from '../shared/list-document.js';

const ROUNDS = 5;
const MOST = 100_000;
const TOGETHER = 500;

/** `version`: as the scan of the source showed it; 0: only the new index has the document. */
type Noted = { id: string; version: number };

/** `isNewer`: the source's head rose after the scan, and following will bring that write. */
type Difference = Noted & { isNewer: boolean };

/** Gives the new index every head of the source. Raises `OperatorError` if differences outlast the repairs. */
export async function compareWithSource(job: RebuildJob): Promise<void> {
  const { source, counts } = job.state;
  if (!source) return;
  await job.persist(() => followOnce(job));
  // The source changes meanwhile: a difference counts only after following a checkpoint read after the scan.
  const noted = await job.persist(() => scanBoth(job, source.name));
  await job.persist(() => followOnce(job));
  let differing = await check(job, source.name, noted);
  for (let round = 1; differing.length > 0; round++) {
    if (round > ROUNDS) {
      throw new OperatorError(
        `the new index still differs from the old one after ${ROUNDS} repairs; nothing was swapped`,
      );
    }
    for (const some of chunksOf(differing, TOGETHER)) {
      job.stop.throwIfAborted();
      await job.persist(() => repair(job, source.name, some));
    }
    counts.repaired += differing.filter(({ isNewer }) => !isNewer).length;
    await job.persist(() => followOnce(job));
    differing = await check(job, source.name, differing);
  }
}

async function scanBoth({ admin, to, progress }: RebuildJob, source: string): Promise<Noted[]> {
  await Promise.all([admin.refresh(source), admin.refresh(to.name)]);
  const found: Noted[] = [];
  const both = mergeById(flattened(admin.scanHeads(to.name)), flattened(admin.scanHeads(source)));
  for await (const { id, left: own, right: other } of both) {
    progress.advance();
    if (own && other && own.currentVersion >= other.currentVersion) continue;
    found.push({ id, version: other?.currentVersion ?? 0 });
    if (found.length > MOST) throw new OperatorError(`more than ${MOST} heads differ; nothing was swapped`);
  }
  return found;
}

async function check(job: RebuildJob, source: string, noted: readonly Noted[]): Promise<Difference[]> {
  const differing: Difference[] = [];
  for (const some of chunksOf(noted, TOGETHER)) {
    job.stop.throwIfAborted();
    differing.push(...(await job.persist(() => checkSome(job, source, some))));
  }
  return differing;
}

async function checkSome(job: RebuildJob, source: string, noted: readonly Noted[]): Promise<Difference[]> {
  const { admin, to, log, anomalies } = job;
  const ids = noted.map(({ id }) => id);
  const heads = await admin.readMarks(source, ids);
  const own = await admin.readMarks(to.name, ids);
  const differing: Difference[] = [];
  for (const [i, { id, version }] of noted.entries()) {
    const [head, present] = [heads[i], own[i]];
    if (head && present && present.currentVersion >= version) continue;
    if ((head && present) || (await findHighest(log, id)) > 0) {
      differing.push({ id, version, isNewer: head !== undefined && head.currentVersion > version });
    } else {
      anomalies.addOnce('head without a log', id);
    }
  }
  return differing;
}

async function repair(job: RebuildJob, source: string, differing: readonly Difference[]): Promise<void> {
  const { admin, to, log } = job;
  const found = (
    await admin.readHeads(
      source,
      differing.map(({ id }) => id),
    )
  ).map((revised) => revised?.head);
  const entries = found.flatMap((head) => (head ? [{ kind: 'head', head } as const] : []));
  await admin.writeIfHigher(to.name, await inSchema(job, entries));
  for (const [i, { id }] of differing.entries()) {
    if (!found[i]) await bringBack(job, { id, highest: await findHighest(log, id) });
  }
}

/** The source has lost a document that the log has: restores its head there, and following copies it. */
async function bringBack(job: RebuildJob, wanted: { id: string; highest: number }): Promise<void> {
  const slot = await readHighestSlot(job.log, wanted).catch(unreadableAs('unreadable'));
  if (slot === 'unreadable') job.anomalies.addOnce('unreadable object', slotKey(wanted.id, wanted.highest));
  if (!slot || slot === 'unreadable') return;
  const [loaded] = await advanceOldHeads({ admin: job.admin, source: job.state.source?.name }, [slot]);
  if (loaded?.wasBehind) job.state.counts.behind++;
}
