import type { ReindexReport } from '../../src/maintenance/reindex/reindex.js';

/** What `quire reindex --json` prints, with the names of the report. */
export function printedReport(stdout: string): ReindexReport {
  const { paused_ms: pausedMs, ...report } = JSON.parse(stdout) as ReindexReport & { paused_ms: number };
  return { ...report, pausedMs };
}
