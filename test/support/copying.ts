import { copyLog } from '../../src/maintenance/sync/copy-log.js';
import type { ProgressReporter } from '../../src/platform/progress.js';
import { emptyReport, type CopyLog, type CopyReport } from '../../src/maintenance/sync/copy-report.js';

/** Keeps what was said; a copy through it ends without a word. */
export class QuietProgress implements ProgressReporter {
  readonly notes: string[] = [];
  readonly works: { label: string; total: number | undefined; done: number }[] = [];

  start(label: string, total?: number): void {
    this.works.push({ label, total, done: 0 });
  }
  expect(total: number): void {
    Object.assign(this.works.at(-1) ?? {}, { total });
  }
  advance(count = 1): void {
    const work = this.works.at(-1);
    if (work) work.done += count;
  }
  note(line: string): void {
    this.notes.push(line);
  }
  stop(): void {}
}

export type CopyOverrides = Pick<CopyLog, 'source' | 'target'> & Partial<CopyLog>;

/** Copies as the command does, and says what was done. */
export async function copied(overrides: CopyOverrides): Promise<CopyReport> {
  const progress = overrides.progress ?? new QuietProgress();
  const report = overrides.report ?? emptyReport();
  const signal = overrides.signal ?? new AbortController().signal;
  await copyLog({ width: 4, verify: false, dryRun: false, ...overrides, progress, report, signal });
  return report;
}
