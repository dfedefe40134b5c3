import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../../platform/concurrently.js';
import { headOf } from '../../domain/head.js';
import { unreadableAs } from '../../log/json-objects.js';
import type { RevisedHead } from '../../ports/document-index.js';
import type { HeadMark } from '../../ports/index-admin.js';
import { batchesOf } from '../../platform/chunks.js';
import type { CheckContext } from './check-context.js';
import { checkAssets } from './check-assets.js';
import { checkedDocument, checkSuspects } from './check-suspects.js';
import { checkSummaries, type CheckedDocument } from './check-summaries.js';
import { idOf, mergeById, type MergedPair } from '../shared/merge-by-id.js';
import { resumedScan } from '../shared/resumed-scan.js';
import { scanDocuments, type LoggedDocument } from '../shared/scan-log.js';
import { WalkProgress } from '../shared/walk-progress.js';

const BATCH = 256;
const READS_AT_ONCE = 24;

type Both = MergedPair<LoggedDocument, HeadMark>;

/** Compares all documents of log and index. Reads are not simultaneous, so a difference is only a suspicion. */
export async function checkDocuments(
  context: CheckContext,
  counts: { documents: number; versions: number },
): Promise<void> {
  const { progress } = context;
  progress.start(context.beforeChange ? 'Repairing documents' : 'Comparing documents');
  const shown = new WalkProgress(progress, null);
  for await (const batch of batchesOf(bothOf(context), BATCH)) {
    context.stop.throwIfAborted();
    await checkBatch(context, batch);
    counts.documents += batch.length;
    counts.versions += batch.reduce((sum, both) => sum + versionsOf(both), 0);
    shown.advance((batch.at(-1) as Both).id, batch.length);
  }
  shown.end();
}

function bothOf({ store, anomalies, admin, index, persist }: CheckContext): AsyncIterable<Both> {
  const heads = { begin: (id: string | undefined) => admin.scanHeads(index, id), placeOf: idOf };
  return mergeById(scanDocuments({ store, anomalies, persist }), resumedScan<HeadMark>(persist, heads));
}

function versionsOf({ left, right }: Both): number {
  return left?.slots ?? right?.currentVersion ?? 0;
}

async function checkBatch(context: CheckContext, batch: readonly Both[]): Promise<void> {
  const looked = await compareContents(context, batch);
  const kept = looked.filter((each) => each !== undefined);
  const suspects = batch.filter((_, i) => looked[i] === undefined).map(({ id }) => id);
  kept.push(...(await checkSuspects(context, suspects)));
  await checkSummaries(context, kept);
}

function isWhole({ lowest, highest, slots }: LoggedDocument): boolean {
  return lowest === 1 && slots === highest;
}

/** Undefined: suspicious. */
async function compareContents(
  context: CheckContext,
  batch: readonly Both[],
): Promise<(CheckedDocument | undefined)[]> {
  const { admin, index, persist } = context;
  const heads = await persist(() =>
    admin.readHeads(
      index,
      batch.map(({ id }) => id),
    ),
  );
  return mapConcurrently(
    batch.map((both, i) => ({ both, at: heads[i] })),
    READS_AT_ONCE,
    ({ both, at }) => compareContent(context, both, at),
  );
}

async function compareContent(
  context: CheckContext,
  { id, left }: Both,
  at: RevisedHead | undefined,
): Promise<CheckedDocument | undefined> {
  const { log, persist } = context;
  if (!left || !at || at.head.currentVersion < left.highest) return undefined;
  const { head } = at;
  if (!head.deleted && !isWhole(left)) return undefined;
  const slot = await persist(() => log.read(id, head.currentVersion)).catch(unreadableAs(undefined));
  if (!slot || !isDeepStrictEqual(headOf(slot), head)) return undefined;
  if (!slot.deleted) await checkAssets(context, slot);
  return checkedDocument(id, slot);
}
