import type { ConcreteIndex } from '../../ports/index-admin.js';
import type { CheckOptions } from './check-context.js';
import type { DocumentWalk } from './check-documents.js';
import type { MonthsCompared } from './check-months.js';
import type { FindingsReport, Realm } from './findings.js';
import type { AnomalyReport } from '../shared/anomalies.js';

export type RepairOptions = {
  /** The share of a realm that may be repaired, from 0 to 1; a few members always may. */
  limitShare: number;
  /** Repair without a limit. */
  force: boolean;
};

export const STEPS = ['documents', 'strays', 'folders', 'months', 'keys'] as const;
export type DoctorStep = (typeof STEPS)[number];

export type RoundCounts = DocumentWalk['counts'] & { folders: number; months: MonthsCompared };

/** One pass through log and index. Resuming from an earlier saved state is safe and only repeats work. */
export type Round = {
  step: DoctorStep;
  reached: string | null;
  counts: RoundCounts;
  findings: FindingsReport;
  strange: AnomalyReport;
};

export type DoctorState = {
  startedAt: string;
  current: ConcreteIndex;
  options: CheckOptions & RepairOptions;
  phase: 'looking' | 'repairing';
  round: Round;
  /** Size of each limited realm, as counted in the looking phase. */
  totals: Partial<Record<Realm, number>>;
};

export const DOCTOR_STATE = 'doctor';

export function newRound(): Round {
  return {
    step: 'documents',
    reached: null,
    counts: { documents: 0, versions: 0, folders: 0, months: 0 },
    findings: {},
    strange: {},
  };
}
