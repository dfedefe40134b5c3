import type { GcReport } from '../rebuild/gc.js';
import { daysText } from './figures.js';
import { exampleLines } from './strange-lines.js';

export function gcText(report: GcReport): string {
  const { index, removed, retentionMs, tombstones, documents, slots, summaries, kept, skipped } = report;
  return [
    `The index ${index} has ${tombstones} documents that were deleted.`,
    `  ${documents} of them ${removed ? 'were' : 'would be'} removed for good, with ${slots} objects and ${summaries} summaries`,
    ...keptLine(kept.retention, `were deleted less than ${daysText(retentionMs)} ago`),
    ...keptLine(kept.month, 'were created in a month whose documents still count'),
    ...(skipped.count === 0 ? [] : [
      `  ${skipped.count} are left as they are, since log and index do not agree (\`quire doctor\` says more):`,
      ...exampleLines(skipped.examples, skipped.count),
    ]),
    ...(removed ? [] : ['Nothing was changed.']),
  ].join('\n');
}

function keptLine(count: number, why: string): string[] {
  return count === 0 ? [] : [`  ${count} are kept: they ${why}`];
}
