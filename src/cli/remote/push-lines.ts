import type { OnConflict } from '../../directory/plan-push.js';
import { PushTally, type PushCounts, type PushOutcome } from '../../directory/push-report.js';
import { OperatorError } from '../../domain/errors.js';
import { ConflictsLeftError } from '../exit-status.js';
import { jsonLine } from '../json-line.js';
import type { ProcessContext } from '../process-context.js';
import { visibleText } from '../visible-text.js';

export type ReportOptions = { json: boolean; quiet: boolean; dryRun: boolean };

const DONE = {
  create: 'created',
  update: 'updated',
  unchanged: 'unchanged',
  delete: 'deleted',
  conflict: 'conflict',
  fail: 'failed',
  skip: 'skipped',
} as const;

/** Like `update docs/b.md v3 → v4`. */
function outcomeText({ path, action, version, fromVersion, reason }: PushOutcome): string {
  const versions = action === 'update' && version !== undefined ? ` v${fromVersion} → v${version}` : '';
  return visibleText(`${action} ${path}${versions}${reason === undefined ? '' : `: ${reason}`}`);
}

function outcomeJson({ action, ...outcome }: PushOutcome): string {
  return jsonLine({ ...outcome, action: DONE[action] });
}

type Summary = { counts: PushCounts; leftOut: number; dryRun: boolean; seconds: number };

/** Like `Created 3 · updated 20 · unchanged 974 in 1.1 s`. */
function summaryText({ counts, dryRun, seconds }: Summary): string {
  const shown = Object.entries(counts).filter(([, count]) => count > 0);
  const parts = shown.map(([action, count]) => `${DONE[action as keyof PushCounts]} ${count}`);
  const text = parts.length === 0 ? 'nothing to do' : parts.join(' · ');
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return dryRun ? `${sentence} (a dry run: nothing was done)` : `${sentence} in ${seconds.toFixed(1)} s`;
}

function summaryJson({ counts, leftOut, dryRun, seconds }: Summary): string {
  const named = Object.fromEntries(
    Object.entries(counts).map(([action, count]) => [DONE[action as keyof PushCounts], count]),
  );
  return jsonLine({ summary: { ...named, leftOut, dryRun, seconds } });
}

/** Prints what `work` reports, and a summary at its end, also if it ends early. */
export async function reportTo(
  io: ProcessContext,
  { json, quiet, dryRun }: ReportOptions,
  work: (tally: PushTally) => Promise<void>,
): Promise<PushTally> {
  const tally = new PushTally((outcome) => {
    const isFault = outcome.action === 'fail' || outcome.action === 'conflict';
    const isShown = json || (dryRun && outcome.action !== 'unchanged');
    if (isFault || (isShown && !quiet)) io.print(json ? outcomeJson(outcome) : outcomeText(outcome));
  });
  const began = performance.now();
  try {
    await work(tally);
  } finally {
    const { counts, leftOut } = tally;
    const summary = { counts, leftOut, dryRun, seconds: (performance.now() - began) / 1_000 };
    if (json) io.print(summaryJson(summary));
    else if (!quiet) io.print(summaryText(summary));
  }
  return tally;
}

/** `advice`: what helps against conflicts. */
export function raiseFaults({ counts }: PushTally, onConflict: OnConflict, advice: string): void {
  if (counts.fail > 0) throw new OperatorError(`${counts.fail} failed; the rest is done`);
  if (counts.conflict > 0 && onConflict !== 'skip') {
    throw new ConflictsLeftError(`${counts.conflict} conflicts are left: ${advice}`);
  }
}
