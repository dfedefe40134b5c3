import { setTimeout as delay } from 'node:timers/promises';
import { mapConcurrently } from '../coordination/map-concurrently.js';
import { persistently } from '../coordination/persistently.js';
import { OperatorError } from '../domain/errors.js';
import type { RevisedHead } from '../ports/document-index.js';
import type { HeadMark } from '../ports/index-rebuild.js';
import { batchesOf } from './batches.js';
import { collectObjects, removeHead } from './collect-document.js';
import { expectIndex } from './expect-index.js';
import { Fence } from './fence.js';
import { judgeTombstone, newGcCounts, skip, type Collecting, type GcCounts } from './gc-job.js';
import type { Lease } from './lease.js';
import { persistOn } from './persist.js';
import { refuseUnfinishedRebuild } from './refuse-unfinished.js';
import { WalkProgress } from './walk-progress.js';
import type { LookTools } from './with-lease.js';

/** A request, or what it sent, cannot live that long by far. */
export const LEAST_RETENTION_MS = 86_400_000;

export type GcOptions = {
  /** How long ago a document must have been deleted, in milliseconds. */
  retentionMs: number;
  /** For how long the lease is believed to be held, in milliseconds. */
  fenceMs: number;
  /** How long until no removal of a former holder can land any more: that time and the life of one call. */
  settleMs: number;
};

export type GcReport = { index: string; removed: boolean; retentionMs: number } & GcCounts;

const BATCH = 64;
const AT_ONCE = 8;
/** Heads that are kept in mind until they may go. */
const MOST_WAITING = 10_000;

/** Says what `collectGarbage` would remove. */
export async function previewGarbage(
  tools: LookTools, { retentionMs }: Pick<GcOptions, 'retentionMs'>,
): Promise<GcReport> {
  const collecting = await begin(tools, retentionMs);
  collecting.progress.start('Looking for what deleted documents left');
  for await (const batch of batchesOf(tombstonesOf(collecting), BATCH)) {
    collecting.counts.documents += (await collectBatch(collecting, batch)).length;
  }
  return reportOf(collecting);
}

/**
 * Removes what documents that were deleted longer than the retention ago have left, object by object, and at last the
 * head, which frees the identifier. It may be killed at any moment and run again. Raises `OperatorError` where it must
 * not begin.
 *
 * An object that was to be removed may be another document's as soon as the identifier is free, and a removal has no
 * condition. So no head goes before every removal of a former holder of the lease has landed.
 */
export async function collectGarbage(tools: LookTools & { lease: Lease }, options: GcOptions): Promise<GcReport> {
  const { lease, rebuild } = tools;
  const settledAt = performance.now() + options.settleMs;
  refuseUnfinishedRebuild(lease);
  const collecting = await begin(tools, options.retentionMs, { lease, fence: new Fence(lease, options.fenceMs) });
  collecting.progress.start('Removing what deleted documents left');
  const waiting: RevisedHead[] = [];
  for await (const batch of batchesOf(tombstonesOf(collecting), BATCH)) {
    waiting.push(...await collectBatch(collecting, batch));
    if (performance.now() < settledAt && waiting.length < MOST_WAITING) continue;
    await settle(collecting, settledAt);
    await free(collecting, waiting.splice(0));
  }
  if (waiting.length > 0) await settle(collecting, settledAt);
  await free(collecting, waiting);
  await collecting.persist(() => rebuild.refresh(collecting.index));
  return reportOf(collecting);
}

type Held = { lease: Lease; fence: Fence };

async function begin(tools: LookTools, retentionMs: number, held?: Held): Promise<Collecting> {
  if (!(retentionMs >= LEAST_RETENTION_MS)) throw new OperatorError('the retention must be a day at least');
  const { rebuild, generations, patience } = tools;
  const { name: index } = await persistently(patience, () => expectIndex(rebuild, generations));
  const persist = persistOn(index, tools, held?.lease);
  await persist(() => rebuild.refresh(index));
  return { ...tools, index, retentionMs, counts: newGcCounts(), fence: held?.fence, persist };
}

async function* tombstonesOf({ rebuild, index, progress, stop }: Collecting): AsyncGenerator<HeadMark> {
  const shown = new WalkProgress(progress, null);
  for await (const marks of rebuild.scanHeads(index)) {
    stop.throwIfAborted();
    yield* marks.filter(({ deleted }) => deleted);
    shown.advance((marks.at(-1) as HeadMark).id, marks.length);
  }
  shown.end();
}

/** The heads of those of which nothing else is left. */
async function collectBatch(collecting: Collecting, batch: readonly HeadMark[]): Promise<RevisedHead[]> {
  const { rebuild, index, persist, stop } = collecting;
  stop.throwIfAborted();
  const heads = await persist(() => rebuild.readHeads(index, batch.map(({ id }) => id)));
  const ripe = heads.flatMap((at) => (at && judgeTombstone(collecting, at.head) ? [at] : []));
  const collected = await mapConcurrently(ripe, AT_ONCE, (at) => collectObjects(collecting, at));
  return ripe.filter((_, i) => collected[i]);
}

async function settle({ stop }: Collecting, settledAt: number): Promise<void> {
  const left = settledAt - performance.now();
  if (left > 0) await delay(left, undefined, { signal: stop }).catch(() => stop.throwIfAborted());
}

async function free(collecting: Collecting, heads: readonly RevisedHead[]): Promise<void> {
  const { counts, persist, stop } = collecting;
  stop.throwIfAborted();
  await mapConcurrently(heads, AT_ONCE, async (at) => {
    if (await persist(() => removeHead(collecting, at))) counts.documents++;
    else skip(collecting, at.head.id);
  });
}

function reportOf({ index, retentionMs, counts, progress, fence }: Collecting): GcReport {
  progress.stop();
  return { index, removed: fence !== undefined, retentionMs, ...counts };
}
