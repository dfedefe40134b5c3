import type { Abandoned } from '../maintenance/reindex/abandon-rebuild.js';
import type { ReindexReport } from '../maintenance/reindex/reindex.js';
import type { Status, DryRunReport } from '../maintenance/reindex/dry-run.js';
import { strangeLines } from './strange-lines.js';

export function reindexText(report: ReindexReport): string {
  const { index, counts, pausedMs, resumed, strange } = report;
  return lines([
    `The index ${index} is in use${resumed ? ' (an interrupted rebuild was brought to its end)' : ''}.`,
    `  ${counts.documents} documents, ${counts.deleted} of them deleted, with ${counts.versions} slots; ${counts.folders} folders`,
    `  ${counts.followed} changes were followed, ${counts.helped} heads were behind the log, ${counts.repaired} mended`,
    `  writers waited for ${Math.round(pausedMs)} ms`,
    ...strangeLines(strange),
    ...(strange['unreadable object'] ? [ADVICE] : []),
  ]);
}

const ADVICE = '  what cannot be read answers 503 until it is restored; then run `quire doctor --repair`';

export function surveyText({ documents, versions, folders, source, replaces, strange }: DryRunReport): string {
  const now = source
    ? `beside the index ${source.name} (schema ${source.schemaVersion}), whose changes would be followed`
    : `alone: ${replaces === null ? 'there is no index' : `the index ${replaces} is empty`}`;
  return lines([
    `${documents} documents with ${versions} slots, and ${folders} folders, would be brought into a new index,`,
    `${now}. Nothing was changed.`,
    ...strangeLines(strange),
  ]);
}

export function statusText({ maintenance, state, startedAt, lastSignOfLife, rebuild }: Status): string {
  if (maintenance === null) return 'There was never a rebuild.';
  const running =
    state === 'ended'
      ? `A ${maintenance} ended at ${lastSignOfLife}.`
      : `A ${maintenance} began at ${startedAt}; its last sign of life was at ${lastSignOfLife}.`;
  if (!rebuild || rebuild.phase === 'done') return running;
  const { counts } = rebuild;
  return lines([
    running,
    `The rebuild of ${rebuild.startedAt} is not complete: ${rebuild.phase}, ${counts.documents} documents, ` +
      `${counts.folders} folders so far.`,
    ...strangeLines(rebuild.strange),
  ]);
}

export function abandonedText(fate: Abandoned): string {
  if (fate === 'given up') return 'The interrupted rebuild was given up; the index before it goes on.';
  if (fate === 'swapped') return 'The interrupted rebuild had come to its swap: it was brought to its end.';
  return 'There was no interrupted rebuild.';
}

function lines(all: readonly string[]): string {
  return all.join('\n');
}
