import { durationText } from '../../src/cli/process/format.js';
import type { Bench } from './bench.js';
import type { Case } from './cases/case.js';
import type { Row } from './report/row.js';

export type Results = { rows: Row[]; failures: { case: string; message: string }[]; seconds: Record<string, number> };

/** One case after the other; one that fails is told at once and does not keep the others from being measured. */
export async function runCases(bench: Bench, cases: readonly Case[]): Promise<Results> {
  const results: Results = { rows: [], failures: [], seconds: {} };
  for (const { name, run } of cases) {
    const startedAt = performance.now();
    try {
      results.rows.push(...(await run(bench)));
    } catch (error) {
      bench.progress.stop();
      if (bench.isClosed) throw error;
      const message = String((error as Error).stack);
      bench.progress.note(`${name} FAILED: ${message}`);
      results.failures.push({ case: name, message });
    }
    await bench.driver.forget();
    const seconds = (performance.now() - startedAt) / 1_000;
    results.seconds[name] = Math.round(seconds);
    bench.progress.note(`${name} took ${durationText(seconds)}`);
  }
  return results;
}
