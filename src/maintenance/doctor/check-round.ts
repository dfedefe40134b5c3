import type { CheckContext } from './check-context.js';
import { checkDocuments } from './check-documents.js';
import { checkFolders } from './check-folders.js';
import { checkKeys } from './check-keys.js';
import { checkMonths } from './check-months.js';
import { checkStrays } from './check-strays.js';
import { STEPS, type Round, type DoctorStep } from './doctor-state.js';
import { findForeignKeys } from '../shared/scan-log.js';

/** Goes through log and index from `round.step` on. Calls `save` whenever `round` is up to date. */
export async function checkRound(
  context: CheckContext,
  round: Round,
  save: () => void = () => undefined,
): Promise<void> {
  const keep = () => {
    round.findings = context.findings.report();
    round.strange = context.strange.report();
    save();
  };
  if (round.reached === null && round.step === 'documents') await findForeignKeys(context);
  for (const step of STEPS.slice(STEPS.indexOf(round.step))) {
    round.step = step;
    await STEP[step](context, round, keep);
    context.progress.stop();
    keep();
  }
}

type TakeStep = (context: CheckContext, round: Round, keep: () => void) => Promise<void>;

/** Only the documents step resumes where it was interrupted; the others are short and start over. */
const STEP: Record<DoctorStep, TakeStep> = {
  documents: async (context, round, keep) => {
    const walk = {
      reached: round.reached,
      counts: round.counts,
      onBatch: () => {
        round.reached = walk.reached;
        keep();
      },
    };
    await checkDocuments(context, walk);
  },
  strays: async (context) => {
    context.findings.restart('stray summary');
    if (!context.options.quick) await checkStrays(context);
  },
  folders: async (context, round) => {
    round.counts.folders = 0;
    context.findings.restart('missing folder', 'differing folder', 'ghost folder', 'damaged folder object');
    await checkFolders(context, round.counts);
  },
  months: async (context, round) => {
    context.findings.restart('low month count', 'high month count');
    round.counts.months = await checkMonths(context);
  },
  keys: async (context) => {
    context.findings.restart('damaged key object');
    if (!context.options.quick) await checkKeys(context);
  },
};
