import type { CheckContext } from './check-context.js';
import { checkDocuments } from './check-documents.js';
import { checkFolders } from './check-folders.js';
import { checkKeys } from './check-keys.js';
import { checkLives } from './check-lives.js';
import { checkMonths, type MonthsCompared } from './check-months.js';
import { checkStrays } from './check-strays.js';
import { findForeignKeys } from '../shared/scan-log.js';

export type RoundCounts = {
  documents: number;
  versions: number;
  folders: number;
  keys: number;
  months: MonthsCompared;
};

/** One pass through log and index. `counts` grows on the way, and is right up to an error. */
export async function checkRound(context: CheckContext, counts: RoundCounts): Promise<void> {
  const { quick } = context.options;
  await findForeignKeys(context);
  const steps = [
    () => checkDocuments(context, counts),
    ...(quick ? [] : [() => checkStrays(context)]),
    () => checkFolders(context, counts),
    () => checkLives(context, counts),
    async () => {
      counts.months = await checkMonths(context);
    },
    ...(quick ? [] : [() => checkKeys(context)]),
  ];
  for (const step of steps) {
    await step();
    context.progress.stop();
  }
}
