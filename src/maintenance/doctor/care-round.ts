import type { Care } from './care.js';
import { careForDocuments } from './care-for-documents.js';
import { careForFolders } from './care-for-folders.js';
import { careForKeys } from './care-for-keys.js';
import { careForMonths } from './care-for-months.js';
import { careForStrays } from './care-for-strays.js';
import { STEPS, type Round, type Step } from './doctor-state.js';
import { findForeignKeys } from '../shared/scan-log.js';

/** Goes through log and index from `round.step` on. Calls `save` whenever `round` is up to date. */
export async function careRound(care: Care, round: Round, save: () => void = () => undefined): Promise<void> {
  const keep = () => {
    round.findings = care.findings.report();
    round.strange = care.strange.report();
    save();
  };
  if (round.reached === null && round.step === 'documents') await findForeignKeys(care);
  for (const step of STEPS.slice(STEPS.indexOf(round.step))) {
    round.step = step;
    await STEP[step](care, round, keep);
    care.progress.stop();
    keep();
  }
}

type TakeStep = (care: Care, round: Round, keep: () => void) => Promise<void>;

/** Only the documents step resumes where it was interrupted; the others are short and start over. */
const STEP: Record<Step, TakeStep> = {
  documents: async (care, round, keep) => {
    const walk = {
      reached: round.reached,
      counts: round.counts,
      onBatch: () => {
        round.reached = walk.reached;
        keep();
      },
    };
    await careForDocuments(care, walk);
  },
  strays: async (care) => {
    care.findings.restart('stray summary');
    if (!care.options.quick) await careForStrays(care);
  },
  folders: async (care, round) => {
    round.counts.folders = 0;
    care.findings.restart('missing folder', 'differing folder', 'ghost folder', 'damaged folder object');
    await careForFolders(care, round.counts);
  },
  months: async (care, round) => {
    care.findings.restart('low month count', 'high month count');
    round.counts.months = await careForMonths(care);
  },
  keys: async (care) => {
    care.findings.restart('damaged key object');
    if (!care.options.quick) await careForKeys(care);
  },
};
