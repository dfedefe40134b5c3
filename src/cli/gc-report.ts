import type { GcReport } from '../maintenance/gc/gc.js';
import { daysText } from './format.js';
import { exampleLines } from './strange-lines.js';

export function gcText(report: GcReport): string {
  const { index, removed, retentionMs, tombstones, documents, slots, summaries, freed, kept, skipped } = report;
  return [
    `The index ${index} has ${tombstones} documents that were deleted.`,
    `  ${slots} objects and ${summaries} summaries of ${documents} of them ${removed ? 'were' : 'would be'} removed`,
    `  ${freed} identifiers ${removed ? 'were' : 'would be'} freed, whose objects had been removed before`,
    ...keptLine(kept.retention, `were deleted, or their objects removed, less than ${daysText(retentionMs)} ago`),
    ...keptLine(kept.month, 'were created in a month whose documents still count'),
    ...keptLine(kept.keyed, 'were made with an Idempotency-Key, which is never used again'),
    ...(skipped.count === 0
      ? []
      : [
          `  ${skipped.count} are left as they are, since log and index do not agree (\`quire doctor\` says more):`,
          ...exampleLines(skipped.examples, skipped.count),
        ]),
    ...(removed ? [] : ['Nothing was changed.']),
  ].join('\n');
}

function keptLine(count: number, why: string): string[] {
  return count === 0 ? [] : [`  ${count} are kept: they ${why}`];
}
