/** `npm run bench`: measures the service on real parts, each figure beside its reference in the same run. */
import { cpus, totalmem } from 'node:os';
import { Bench } from './bench.js';
import { ALL_CASES } from './cases/all-cases.js';
import { readOptions } from './options.js';
import { findWorse, readBaseline, withMarks, writeBaseline, type Worse } from './report/baseline.js';
import { tableOf } from './report/table.js';
import { runCases, type Results } from './run-cases.js';

/** 128 and the number of SIGINT, as shells count. */
const EXIT_STOPPED = 130;

const options = readOptions(process.argv, ALL_CASES.map(({ name }) => name));
const bench = new Bench(options);
const interrupted = new Promise<'interrupted'>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('interrupted'));
});

async function main(): Promise<number> {
  const startedAt = new Date();
  const cases = ALL_CASES.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const running = runCases(bench, cases);
  // When it was interrupted nobody waits for what fails then.
  running.catch(() => undefined);
  const results = await Promise.race([running, interrupted]).finally(() => bench.close());
  if (results === 'interrupted') return EXIT_STOPPED;
  const worse = options.check ? findWorse(results.rows, (await readBaseline())[bench.pace.name] ?? {}) : [];
  print(options.json ? jsonOf(results, worse, startedAt) : textOf(results, worse));
  if (options.writeBaseline) await writeBaseline(withMarks(await readBaseline(), bench.pace.name, results.rows));
  return results.failures.length > 0 || worse.length > 0 ? 1 : 0;
}

function textOf({ rows, failures }: Results, worse: readonly Worse[]): string {
  return [
    tableOf(rows),
    '',
    ...failures.map(({ case: name, message }) => `FAILED ${name}: ${message}`),
    ...worse.map(({ key, ratio, baseline, allowed }) =>
      `WORSE ${key}: ${ratio.toFixed(2)}, the baseline is ${baseline.toFixed(2)}, with its noise ${allowed.toFixed(2)}`),
    ...(options.check && worse.length === 0 ? ['No ratio is worse than its baseline by more than the noise.'] : []),
  ].join('\n').trimEnd();
}

function jsonOf({ rows, failures, seconds }: Results, worse: readonly Worse[], startedAt: Date): string {
  return JSON.stringify({
    startedAt: startedAt.toISOString(), pace: bench.pace, seed: options.seed, workers: options.workers ?? null,
    machine: { cpus: cpus().length, model: cpus()[0]?.model ?? '', memory: totalmem(), node: process.version },
    rows, failures, worse, seconds,
  });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exit(await main());
