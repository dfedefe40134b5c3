import { retry } from '../../platform/retry.js';
import { RolledBackIndexRecords } from '../../log/rolled-back-index-records.js';
import type { Counters } from '../../ports/counters.js';
import type { ConcreteIndex } from '../../ports/index-admin.js';
import type { CheckContext, CheckOptions, RepairOptions } from './check-context.js';
import { checkRound, type RoundCounts } from './check-round.js';
import { Findings, type FindingsReport, type Realm } from './findings.js';
import { type MaintenanceContext, refuseUnfinishedRebuild } from '../shared/rebuild-job.js';
import { expectSame, persistOn, expectIndex } from '../shared/persist.js';
import { Anomalies, type AnomalyReport } from '../shared/anomalies.js';
import type { ReadContext } from '../shared/with-lease.js';

/** This many of each realm may be repaired, even above `limitShare`. */
const ALWAYS = 10;
const LIMITED = ['documents', 'versions', 'folders'] as const;

export type Excess = { realm: Realm; faults: number; of: number; atMost: number };

export type DoctorReport = {
  index: string;
  /** Whether the repair phase began. It may have been refused before its end. */
  repaired: boolean;
  /** Realms with more faults than may be repaired without `force`; nothing more was changed. */
  refused: Excess[];
  counts: RoundCounts;
  findings: FindingsReport;
  left: number;
  anomalies: AnomalyReport;
};

type With<T> = T & { counters: Counters | undefined };

/** Compares log and index beside the running service. Changes nothing. */
export async function compareIndex(context: With<ReadContext>, options: CheckOptions): Promise<DoctorReport> {
  const { admin, generations, retryPolicy } = context;
  const current = await retry(retryPolicy, () => expectIndex(admin, generations));
  await persistOn(current, context)(() => admin.refresh(current.name));
  const check = checkContextOf(context, current, options);
  const counts = noCounts();
  await checkRound(check, counts);
  await expectSame(admin, current);
  return reportOf(check, counts, {});
}

/** Repairs the faults unless too many. A repeated run starts over. Raises `OperatorError` if it must not begin. */
export async function repairIndex(
  context: With<MaintenanceContext>,
  options: CheckOptions & RepairOptions,
): Promise<DoctorReport> {
  const { lease, admin, retryPolicy } = context;
  refuseUnfinishedRebuild(lease);
  const current = await retry(retryPolicy, () => expectIndex(admin, context.generations));
  const persist = persistOn(current, context);
  await persist(() => admin.refresh(current.name));
  const { generation = '' } = current;
  const rolledBack = new RolledBackIndexRecords(context.store);
  const wasRolledBack = (await persist(() => rolledBack.read(generation))) !== undefined;
  const report = await lookAndRepair(context, current, options);
  await persist(() => admin.refresh(current.name));
  if (wasRolledBack && isWhole(report, options)) await persist(() => rolledBack.remove(generation));
  return report;
}

/** Whether the whole index now matches the log, except for what the log cannot decide. */
function isWhole({ refused }: DoctorReport, { quick }: CheckOptions): boolean {
  return refused.length === 0 && !quick;
}

async function lookAndRepair(
  context: With<MaintenanceContext>,
  current: ConcreteIndex,
  options: CheckOptions & RepairOptions,
): Promise<DoctorReport> {
  const looked = checkContextOf(context, current, options);
  const counts = noCounts();
  await checkRound(looked, counts);
  const limits: RepairLimits = { totals: counts, options };
  const refused = LIMITED.flatMap((realm) => excessOf(limits, realm, looked.findings.countRepairable(realm)));
  const isWork = looked.findings.isWork(options.everyVersion);
  if (refused.length > 0 || !isWork) return reportOf(looked, counts, { refused });
  return repairRound(context, checkContextOf(context, current, options), limits);
}

async function repairRound(
  { lease }: MaintenanceContext,
  context: CheckContext,
  limits: RepairLimits,
): Promise<DoctorReport> {
  context.repair = {
    check: async (realm, more) => {
      const [excess] = excessOf(limits, realm, context.findings.countRepairable(realm) + more);
      if (excess) throw new TooMuchError(excess);
      await context.persist(() => lease.check());
    },
  };
  const counts = noCounts();
  try {
    await checkRound(context, counts);
  } catch (error) {
    if (!(error instanceof TooMuchError)) throw error;
    return reportOf(context, counts, { repaired: true, refused: [error.excess] });
  }
  return reportOf(context, counts, { repaired: true });
}

/** The repair found more faults than the count before it. Repairs made so far stay. */
class TooMuchError extends Error {
  readonly excess: Excess;

  constructor(excess: Excess) {
    super(`${excess.faults} ${excess.realm} are too many`);
    this.excess = excess;
  }
}

/** `totals`: size of each realm, as counted before the repair. */
type RepairLimits = { totals: RoundCounts; options: RepairOptions };

function excessOf({ totals, options }: RepairLimits, realm: Realm, faults: number): Excess[] {
  const limited = LIMITED.find((each) => each === realm);
  if (options.force || limited === undefined) return [];
  const of = totals[limited];
  const atMost = Math.max(ALWAYS, Math.floor(of * options.limitShare));
  return faults > atMost ? [{ realm, faults, of, atMost }] : [];
}

function noCounts(): RoundCounts {
  return { documents: 0, versions: 0, folders: 0, keys: 0, months: 0 };
}

function checkContextOf(context: With<ReadContext>, current: ConcreteIndex, options: CheckOptions): CheckContext {
  return {
    ...context,
    index: current.name,
    options,
    repair: undefined,
    persist: persistOn(current, context),
    findings: new Findings(),
    anomalies: new Anomalies(),
  };
}

function reportOf(
  { index, findings, anomalies }: CheckContext,
  counts: RoundCounts,
  outcome: Partial<Pick<DoctorReport, 'repaired' | 'refused'>>,
): DoctorReport {
  return {
    index,
    repaired: false,
    refused: [],
    ...outcome,
    counts,
    findings: findings.report(),
    left: findings.left,
    anomalies: anomalies.report(),
  };
}
