import type { ConcreteIndex } from '../../ports/index-rebuild.js';
import type { CareOptions } from './care.js';
import type { Walk } from './care-for-documents.js';
import type { MonthsCompared } from './care-for-months.js';
import type { FindingsReport, Realm } from './findings.js';
import type { StrangeReport } from '../shared/strange.js';

export type RepairOptions = {
  /** The share of a realm that may be repaired, from 0 to 1; a few members always may. */
  limitShare: number;
  /** Repair without a limit. */
  force: boolean;
};

export const STEPS = ['documents', 'strays', 'folders', 'months', 'keys'] as const;
export type Step = (typeof STEPS)[number];

export type RoundCounts = Walk['counts'] & { folders: number; months: MonthsCompared };

/** One pass through log and index. Resuming from an earlier saved state is safe and only repeats work. */
export type Round = {
  step: Step;
  reached: string | null;
  counts: RoundCounts;
  findings: FindingsReport;
  strange: StrangeReport;
};

export type DoctorState = {
  startedAt: string;
  current: ConcreteIndex;
  options: CareOptions & RepairOptions;
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
