import { mapConcurrently } from '../../platform/concurrently.js';
import { OperatorError } from '../../domain/errors.js';
import type { HeadMark } from '../../ports/index-admin.js';
import { batchesOf } from '../../platform/chunks.js';
import { collectAssets } from './collect-assets.js';
import { collectFolderTrees } from './collect-folder-trees.js';
import { collectDocument } from './collect-document.js';
import { collectLives } from './collect-lives.js';
import { checkTombstone, newGcCounts, type Collecting, type GcCounts } from './gc-job.js';
import type { Lease } from '../shared/lease.js';
import { idOf } from '../shared/merge-by-id.js';
import { persistOn, expectIndex } from '../shared/persist.js';
import { refuseUnfinishedRebuild } from '../shared/rebuild-job.js';
import { resumedScan } from '../shared/resumed-scan.js';
import { WalkProgress } from '../shared/walk-progress.js';
import type { ReadContext } from '../shared/with-lease.js';

/** No request, and nothing it sent, lives nearly that long. */
export const LEAST_RETENTION_MS = 86_400_000;

export type GcReport = { index: string; removed: boolean; retentionMs: number } & GcCounts;

const BATCH = 64;
const AT_ONCE = 8;

/** Dry run of `collectGarbage`. */
export function previewGarbage(context: ReadContext, retentionMs: number): Promise<GcReport> {
  return collect(context, undefined, retentionMs);
}

/**
 * Removes what is left of documents deleted at least `retentionMs` ago: first their objects and, a further retention
 * later, their heads, which frees the identifiers. Removes lower lives of clients' keys with all that their documents
 * left, assets that no document uses, and passed entries of folder logs. May be killed and run again. Raises
 * `OperatorError` if it must not begin.
 */
export function collectGarbage(context: ReadContext & { lease: Lease }, retentionMs: number): Promise<GcReport> {
  refuseUnfinishedRebuild(context.lease);
  return collect(context, context.lease, retentionMs);
}

async function collect(context: ReadContext, lease: Lease | undefined, retentionMs: number): Promise<GcReport> {
  if (!(retentionMs >= LEAST_RETENTION_MS)) throw new OperatorError('the retention must be a day at least');
  const { admin, generations, progress } = context;
  const current = await context.persist(() => expectIndex(admin, generations));
  const persist = persistOn(current, context);
  const collecting: Collecting = {
    ...context,
    index: current.name,
    retentionMs,
    persist,
    lease,
    counts: newGcCounts(),
    ofLives: new Set(),
  };
  progress.start('Looking for keys of earlier documents');
  await collectLives(collecting);
  progress.stop();
  await persist(() => admin.refresh(current.name));
  progress.start('Looking for what deleted documents left');
  for await (const batch of batchesOf(tombstonesOf(collecting), BATCH)) await collectBatch(collecting, batch);
  if (lease) await persist(() => admin.refresh(current.name));
  progress.stop();
  progress.start('Looking for assets that no document uses');
  await collectAssets(collecting);
  progress.stop();
  progress.start('Looking for passed changes of folders');
  await collectFolderTrees(collecting);
  progress.stop();
  return { index: current.name, removed: lease !== undefined, retentionMs, ...collecting.counts };
}

async function* tombstonesOf({ admin, index, progress, stop, persist }: Collecting): AsyncGenerator<HeadMark> {
  const shown = new WalkProgress(progress, null);
  const heads = { begin: (after: string | undefined) => admin.scanHeads(index, after), placeOf: idOf };
  for await (const mark of resumedScan<HeadMark>(persist, heads)) {
    stop.throwIfAborted();
    if (mark.deleted) yield mark;
    shown.advance(mark.id, 1);
  }
  shown.end();
}

async function collectBatch(collecting: Collecting, batch: readonly HeadMark[]): Promise<void> {
  const { admin, index, persist, stop } = collecting;
  stop.throwIfAborted();
  const heads = await persist(() =>
    admin.readHeads(
      index,
      batch.map(({ id }) => id),
    ),
  );
  const ripe = heads.flatMap((at) => (at && checkTombstone(collecting, at.head) ? [at] : []));
  await mapConcurrently(ripe, AT_ONCE, (at) => collectDocument(collecting, at));
}
