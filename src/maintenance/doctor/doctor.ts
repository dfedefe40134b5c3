import { isDeepStrictEqual } from 'node:util';
import { retry } from '../../platform/retry.js';
import { SetBackRecords } from '../../log/set-back-records.js';
import type { Counters } from '../../ports/counters.js';
import type { ConcreteIndex } from '../../ports/index-admin.js';
import type { CheckContext, CheckOptions } from './check-context.js';
import { checkRound } from './check-round.js';
import {
  DOCTOR_STATE,
  newRound,
  type DoctorState,
  type RepairOptions,
  type Round,
  type RoundCounts,
} from './doctor-state.js';
import { expectIndex } from '../shared/expect-index.js';
import { Findings, type FindingsReport, type Realm } from './findings.js';
import type { MaintenanceContext } from '../shared/rebuild-job.js';
import { expectSame, persistOn } from '../shared/persist.js';
import { refuseUnfinishedRebuild } from '../shared/refuse-unfinished.js';
import { Anomalies, type AnomalyReport } from '../shared/anomalies.js';
import type { ReadContext } from '../shared/with-lease.js';

/** This many of each realm may be repaired, even above `limitShare`. */
const ALWAYS = 10;
const LIMITED: readonly Realm[] = ['documents', 'versions', 'folders'];
/** An older interrupted repair starts over: its findings are outdated. */
const FRESH_MS = 86_400_000;

export type Excess = { realm: Realm; faults: number; of: number; atMost: number };

export type DoctorReport = {
  index: string;
  /** Whether the repair phase began. It may have been refused before its end. */
  repaired: boolean;
  /** Realms with more faults than may be repaired without `force`; nothing more was changed. */
  refused: Excess[];
  resumed: boolean;
  counts: RoundCounts;
  findings: FindingsReport;
  left: number;
  strange: AnomalyReport;
};

type With<T> = T & { counters: Counters | undefined };

/** Compares log and index beside the running service. Changes nothing. */
export async function compareIndex(tools: With<ReadContext>, options: CheckOptions): Promise<DoctorReport> {
  const { rebuild, generations, retryPolicy: retryPolicy } = tools;
  const current = await retry(retryPolicy, () => expectIndex(rebuild, generations));
  await persistOn(current, tools)(() => rebuild.refresh(current.name));
  const round = newRound();
  const context = careOf(tools, { current, options, round });
  await checkRound(context, round);
  await expectSame(rebuild, current);
  return reportOf(context, round, {});
}

/** Repairs the faults unless too many. A killed run may be repeated. Raises `OperatorError` if it must not begin. */
export async function repairIndex(
  tools: With<MaintenanceContext>,
  options: CheckOptions & RepairOptions,
): Promise<DoctorReport> {
  const { lease, rebuild, retryPolicy: retryPolicy } = tools;
  refuseUnfinishedRebuild(lease);
  const current = await retry(retryPolicy, () => expectIndex(rebuild, tools.generations));
  const persist = persistOn(current, tools);
  await persist(() => rebuild.refresh(current.name));
  const { generation = '' } = current;
  const setBack = new SetBackRecords(tools.store);
  const wasSetBack = (await persist(() => setBack.read(generation))) !== undefined;
  // A restored snapshot may have undone what an earlier run checked.
  const former = wasSetBack ? undefined : formerState(tools, { current, options });
  const state = former ?? newState(tools, { current, options });
  const report = await goOn(tools, state);
  lease.note(DOCTOR_STATE, undefined);
  await persist(() => rebuild.refresh(current.name));
  if (wasSetBack && isWhole(report, options)) await persist(() => setBack.remove(generation));
  return { ...report, resumed: former !== undefined };
}

/** Whether the whole index now matches the log, except for what the log cannot decide. */
function isWhole({ refused }: DoctorReport, { quick }: CheckOptions): boolean {
  return refused.length === 0 && !quick;
}

async function goOn(tools: With<MaintenanceContext>, state: DoctorState): Promise<DoctorReport> {
  const save = () => tools.lease.note(DOCTOR_STATE, structuredClone(state));
  save();
  if (state.phase === 'looking') {
    const looked = careOf(tools, state);
    await checkRound(looked, state.round, save);
    const { documents, versions, folders } = state.round.counts;
    state.totals = { documents, versions, folders };
    const refused = LIMITED.flatMap((realm) => excessOf(state, realm, looked.findings.toMend(realm)));
    const isWork = looked.findings.isWork(state.options.everyVersion);
    if (refused.length > 0 || !isWork) return reportOf(looked, state.round, { refused });
    state.phase = 'repairing';
    state.round = newRound();
    save();
    await retry(tools.retryPolicy, () => tools.lease.save());
  }
  return repairRound(tools, state, save);
}

async function repairRound(
  tools: With<MaintenanceContext>,
  state: DoctorState,
  save: () => void,
): Promise<DoctorReport> {
  const context = careOf(tools, state);
  context.repair = {
    check: async (realm, more) => {
      const [excess] = excessOf(state, realm, context.findings.toMend(realm) + more);
      if (excess) throw new TooMuchError(excess);
      await context.persist(() => tools.lease.check());
    },
  };
  try {
    await checkRound(context, state.round, save);
  } catch (error) {
    if (!(error instanceof TooMuchError)) throw error;
    return reportOf(context, state.round, { repaired: true, refused: [error.excess] });
  }
  return reportOf(context, state.round, { repaired: true });
}

/** The repair found more faults than the count before it. Repairs made so far stay. */
class TooMuchError extends Error {
  readonly excess: Excess;

  constructor(excess: Excess) {
    super(`${excess.faults} ${excess.realm} are too many`);
    this.excess = excess;
  }
}

function excessOf({ totals, options }: DoctorState, realm: Realm, faults: number): Excess[] {
  const of = totals[realm];
  if (of === undefined || options.force) return [];
  const atMost = Math.max(ALWAYS, Math.floor(of * options.limitShare));
  return faults > atMost ? [{ realm, faults, of, atMost }] : [];
}

type Meant = { current: ConcreteIndex; options: CheckOptions & RepairOptions };

/** A recent interrupted repair of the same index with the same options. */
function formerState({ lease, now }: MaintenanceContext, { current, options }: Meant): DoctorState | undefined {
  const state = lease.progressOf(DOCTOR_STATE) as DoctorState | undefined;
  if (!isDeepStrictEqual([state?.current, state?.options], [current, options])) return undefined;
  return state && now().getTime() - Date.parse(state.startedAt) < FRESH_MS ? state : undefined;
}

function newState({ now }: MaintenanceContext, { current, options }: Meant): DoctorState {
  return { startedAt: now().toISOString(), current, options, phase: 'looking', round: newRound(), totals: {} };
}

type Going = { current: ConcreteIndex; options: CheckOptions; round: Round };

function careOf(tools: With<ReadContext>, { current, options, round }: Going): CheckContext {
  return {
    ...tools,
    index: current.name,
    options,
    repair: undefined,
    persist: persistOn(current, tools),
    findings: new Findings(round.findings),
    strange: new Anomalies(round.strange),
  };
}

function reportOf(
  { index, findings, strange }: CheckContext,
  { counts }: Round,
  outcome: Partial<Pick<DoctorReport, 'repaired' | 'refused'>>,
): DoctorReport {
  return {
    index,
    repaired: false,
    refused: [],
    resumed: false,
    ...outcome,
    counts,
    findings: findings.report(),
    left: findings.left,
    strange: strange.report(),
  };
}
