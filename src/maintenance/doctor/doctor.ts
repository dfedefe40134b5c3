import { readObject, unreadableAs } from '../../log/json-objects.js';
import { RolledBackIndexRecords } from '../../log/rolled-back-index-records.js';
import type { MonthCounts } from '../../ports/month-counts.js';
import type { ConcreteIndex } from '../../ports/index-admin.js';
import type { CheckContext } from './check-context.js';
import { checkDocuments } from './check-documents.js';
import { checkFolderTrees } from './check-folder-trees.js';
import { checkFolders } from './check-folders.js';
import { checkLives } from './check-lives.js';
import { checkMonths, type MonthsCompared } from './check-months.js';
import { checkStrays } from './check-summaries.js';
import { Findings, type FindingsReport } from './findings.js';
import { type MaintenanceContext, refuseUnfinishedRebuild } from '../shared/rebuild-job.js';
import { expectSame, persistOn, expectIndex } from '../shared/persist.js';
import { Anomalies, type AnomalyReport } from '../shared/anomalies.js';
import { isReadable } from '../shared/is-readable.js';
import { findForeignKeys } from '../shared/scan-log.js';
import { keysOfKind } from '../shared/sync-merge.js';
import type { ReadContext } from '../shared/with-lease.js';

/** A repair may change so many entries, or this share of the documents. Beyond that a rebuild is safer. */
const ALWAYS = 10;
const SHARE = 0.05;

export type DoctorReport = {
  index: string;
  repaired: boolean;
  /** More faults than may be repaired without `force`: nothing was changed. */
  refused: { faults: number; atMost: number } | null;
  counts: RoundCounts;
  findings: FindingsReport;
  left: number;
  anomalies: AnomalyReport;
};

type RoundCounts = { documents: number; versions: number; folders: number; keys: number; months: MonthsCompared };

/** `writeMs`: the longest a write may take. `counters` undefined: they are in the service's own process. */
type DoctorContext<Context> = Context & { counters: MonthCounts | undefined; writeMs: number };

/** Compares log and index beside the running service. Changes nothing. */
export async function compareIndex(context: DoctorContext<ReadContext>): Promise<DoctorReport> {
  const current = await currentIndex(context);
  const report = await checkRound(checkContextOf(context, current));
  await expectSame(context.admin, current);
  return report;
}

/** Repairs the faults unless too many. A repeated run starts over. Raises `OperatorError` if it must not begin. */
export async function repairIndex(
  context: DoctorContext<MaintenanceContext>,
  { force }: { force: boolean },
): Promise<DoctorReport> {
  const { lease, admin, store } = context;
  refuseUnfinishedRebuild(lease);
  const current = await currentIndex(context);
  const persist = persistOn(current, context);
  const rolledBack = new RolledBackIndexRecords(store);
  const { generation = '' } = current;
  const wasRolledBack = (await persist(() => rolledBack.read(generation))) !== undefined;
  const look = checkContextOf(context, current);
  const looked = await checkRound(look);
  const { repairable: faults, isWork } = look.findings;
  const atMost = Math.max(ALWAYS, Math.floor(looked.counts.documents * SHARE));
  if (faults > atMost && !force) return { ...looked, refused: { faults, atMost } };
  const beforeChange = () => persist(() => lease.check());
  const report = isWork ? await checkRound({ ...checkContextOf(context, current), beforeChange }) : looked;
  await persist(() => admin.refresh(current.name));
  // The whole index now matches the log, except for what the log cannot decide.
  if (wasRolledBack) await persist(() => rolledBack.remove(generation));
  return report;
}

async function currentIndex(context: ReadContext): Promise<ConcreteIndex> {
  const { admin, generations, persist } = context;
  const current = await persist(() => expectIndex(admin, generations));
  await persistOn(current, context)(() => admin.refresh(current.name));
  return current;
}

function checkContextOf(context: DoctorContext<ReadContext>, current: ConcreteIndex): CheckContext {
  return {
    ...context,
    index: current.name,
    beforeChange: undefined,
    persist: persistOn(current, context),
    findings: new Findings(),
    anomalies: new Anomalies(),
  };
}

/** One pass through log and index. */
async function checkRound(context: CheckContext): Promise<DoctorReport> {
  const { index, findings, anomalies, beforeChange, progress } = context;
  const counts: RoundCounts = { documents: 0, versions: 0, folders: 0, keys: 0, months: 0 };
  await findForeignKeys(context);
  await checkDocuments(context, counts);
  await checkStrays(context);
  await checkFolders(context, counts);
  await checkFolderTrees(context);
  await checkLives(context, counts);
  counts.months = await checkMonths(context);
  await checkKeys(context);
  progress.stop();
  return {
    index,
    repaired: beforeChange !== undefined,
    refused: null,
    counts,
    findings: findings.report(),
    left: findings.left,
    anomalies: anomalies.report(),
  };
}

/** Reads every key record, revocation and plan. A key with an unreadable record does not work. */
async function checkKeys({ store, findings, anomalies, progress, persist, stop }: CheckContext): Promise<void> {
  progress.start('Reading keys');
  for (const kind of ['keys', 'revocations', 'owners'] as const) {
    for await (const key of keysOfKind(store, kind, (foreign) => anomalies.add('foreign key', foreign))) {
      stop.throwIfAborted();
      const body = await persist(() => readObject(store, key)).catch(unreadableAs('unreadable'));
      const isDamaged = body === 'unreadable' || (body !== undefined && !isReadable(kind, key, body));
      if (isDamaged) findings.add('damaged key object', key);
      progress.advance();
    }
  }
}
