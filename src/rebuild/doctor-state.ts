import type { ConcreteIndex } from '../ports/index-rebuild.js';
import type { CareOptions } from './care.js';
import type { Walk } from './care-for-documents.js';
import type { MonthsCompared } from './care-for-months.js';
import type { FindingsReport, Realm } from './findings.js';
import type { StrangeReport } from './strange.js';

export type RepairOptions = {
  /** Of a realm's members, from 0 to 1, that may be repaired; a few always. */
  limitShare: number;
  /** Repair however much it is. */
  force: boolean;
};

export const STEPS = ['documents', 'strays', 'folders', 'months', 'keys'] as const;
export type Step = (typeof STEPS)[number];

export type RoundCounts = Walk['counts'] & { folders: number; months: MonthsCompared };

/** One way through log and index. An earlier state is as good: it makes more work. */
export type Round = {
  step: Step;
  /** Documents up to this identifier are done. */
  reached: string | null;
  counts: RoundCounts;
  findings: FindingsReport;
  strange: StrangeReport;
};

/** All that a repair needs to be taken up again after a kill. */
export type DoctorState = {
  startedAt: string;
  current: ConcreteIndex;
  options: CareOptions & RepairOptions;
  /** First everything is counted, then it is repaired. */
  phase: 'looking' | 'repairing';
  round: Round;
  /** How many there are of what a repair is limited in, as counted at first. */
  totals: Partial<Record<Realm, number>>;
};

export const DOCTOR_STATE = 'doctor';

export function newRound(): Round {
  return {
    step: 'documents', reached: null, counts: { documents: 0, versions: 0, folders: 0, months: 0 },
    findings: {}, strange: {},
  };
}
