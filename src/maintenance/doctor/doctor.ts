import { isDeepStrictEqual } from 'node:util';
import { persistently } from '../../platform/persistently.js';
import { SetBackRecords } from '../../log/set-back-records.js';
import type { Counters } from '../../ports/counters.js';
import type { ConcreteIndex } from '../../ports/index-rebuild.js';
import type { Care, CareOptions } from './care.js';
import { careRound } from './care-round.js';
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
import type { Tools } from '../shared/job.js';
import { expectSame, persistOn } from '../shared/persist.js';
import { refuseUnfinishedRebuild } from '../shared/refuse-unfinished.js';
import { Strange, type StrangeReport } from '../shared/strange.js';
import type { LookTools } from '../shared/with-lease.js';

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
  strange: StrangeReport;
};

type With<T> = T & { counters: Counters | undefined };

/** Compares log and index beside the running service. Changes nothing. */
export async function lookAround(tools: With<LookTools>, options: CareOptions): Promise<DoctorReport> {
  const { rebuild, generations, patience } = tools;
  const current = await persistently(patience, () => expectIndex(rebuild, generations));
  await persistOn(current, tools)(() => rebuild.refresh(current.name));
  const round = newRound();
  const care = careOf(tools, { current, options, round });
  await careRound(care, round);
  await expectSame(rebuild, current);
  return reportOf(care, round, {});
}

/** Repairs the faults unless too many. A killed run may be repeated. Raises `OperatorError` if it must not begin. */
export async function repairIndex(tools: With<Tools>, options: CareOptions & RepairOptions): Promise<DoctorReport> {
  const { lease, rebuild, patience } = tools;
  refuseUnfinishedRebuild(lease);
  const current = await persistently(patience, () => expectIndex(rebuild, tools.generations));
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
function isWhole({ refused }: DoctorReport, { quick }: CareOptions): boolean {
  return refused.length === 0 && !quick;
}

async function goOn(tools: With<Tools>, state: DoctorState): Promise<DoctorReport> {
  const save = () => tools.lease.note(DOCTOR_STATE, structuredClone(state));
  save();
  if (state.phase === 'looking') {
    const looked = careOf(tools, state);
    await careRound(looked, state.round, save);
    const { documents, versions, folders } = state.round.counts;
    state.totals = { documents, versions, folders };
    const refused = LIMITED.flatMap((realm) => excessOf(state, realm, looked.findings.toMend(realm)));
    const isWork = looked.findings.isWork(state.options.everyVersion);
    if (refused.length > 0 || !isWork) return reportOf(looked, state.round, { refused });
    state.phase = 'repairing';
    state.round = newRound();
    save();
    await persistently(tools.patience, () => tools.lease.save());
  }
  return repairRound(tools, state, save);
}

async function repairRound(tools: With<Tools>, state: DoctorState, save: () => void): Promise<DoctorReport> {
  const care = careOf(tools, state);
  care.repair = {
    check: async (realm, more) => {
      const [excess] = excessOf(state, realm, care.findings.toMend(realm) + more);
      if (excess) throw new TooMuchError(excess);
      await care.persist(() => tools.lease.check());
    },
  };
  try {
    await careRound(care, state.round, save);
  } catch (error) {
    if (!(error instanceof TooMuchError)) throw error;
    return reportOf(care, state.round, { repaired: true, refused: [error.excess] });
  }
  return reportOf(care, state.round, { repaired: true });
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

type Meant = { current: ConcreteIndex; options: CareOptions & RepairOptions };

/** A recent interrupted repair of the same index with the same options. */
function formerState({ lease, now }: Tools, { current, options }: Meant): DoctorState | undefined {
  const state = lease.progressOf<DoctorState>(DOCTOR_STATE);
  if (!isDeepStrictEqual([state?.current, state?.options], [current, options])) return undefined;
  return state && now().getTime() - Date.parse(state.startedAt) < FRESH_MS ? state : undefined;
}

function newState({ now }: Tools, { current, options }: Meant): DoctorState {
  return { startedAt: now().toISOString(), current, options, phase: 'looking', round: newRound(), totals: {} };
}

type Going = { current: ConcreteIndex; options: CareOptions; round: Round };

function careOf(tools: With<LookTools>, { current, options, round }: Going): Care {
  return {
    ...tools,
    index: current.name,
    options,
    repair: undefined,
    persist: persistOn(current, tools),
    findings: new Findings(round.findings),
    strange: new Strange(round.strange),
  };
}

function reportOf(
  { index, findings, strange }: Care,
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
