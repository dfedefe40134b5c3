/** `npm run bench`: measures the service on real backends, each figure beside its reference in the same run. */
import { Bench } from './bench.js';
import { ALL_CASES } from './cases/all-cases.js';
import { readOptions } from './options.js';
import { paceOf } from './pace.js';
import { findWorse, readBaseline, readRun, withMarks, writeBaseline, type Worse } from './report/baseline.js';
import { tableOf } from './report/table.js';
import { runCases, type Results } from './run-cases.js';
import { lookAtMachine, type Machine } from './support/machine.js';

/** 128 and the number of SIGINT, as shells count. */
const EXIT_STOPPED = 130;

/** The AWS SDK's note about its versions of 2027 is no concern of a person who waits for figures. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const options = readOptions(
  process.argv,
  ALL_CASES.map(({ name }) => name),
);
const interrupted = new Promise<'interrupted'>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('interrupted'));
});

async function main(): Promise<number> {
  if (options.from.length > 0) {
    await writeBaselineOf(options.from);
    return 0;
  }
  const bench = new Bench(options);
  const marks = options.check ? (await readBaseline())[bench.pace.name] : undefined;
  if (options.check && !marks)
    throw new Error(`there is no baseline of a ${bench.pace.name} run yet: --write-baseline`);
  const machine = await lookAtMachine((line) => bench.progress.note(line));
  const cases = ALL_CASES.filter(({ name, isAside }) =>
    options.only.length === 0 ? !(isAside && options.quick) : options.only.includes(name),
  );
  const running = runCases(bench, cases);
  // When it was interrupted nobody waits for what fails then.
  running.catch(() => undefined);
  const results = await Promise.race([running, interrupted]).finally(() => bench.close());
  if (results === 'interrupted') return EXIT_STOPPED;
  const worse = findWorse(results.rows, marks ?? {});
  print(options.json ? jsonOf(results, worse, machine) : textOf(results, worse, machine));
  if (options.writeBaseline) await writeBaseline(withMarks(await readBaseline(), bench.pace.name, [results.rows]));
  return results.failures.length > 0 || worse.length > 0 ? 1 : 0;
}

/** Runs of one pace. */
async function writeBaselineOf(files: readonly string[]): Promise<void> {
  const runs = await Promise.all(files.map(readRun));
  const [pace, ...others] = new Set(runs.map((run) => run.pace.name));
  if (pace === undefined || others.length > 0) throw new Error('the runs have different paces');
  await writeBaseline(
    withMarks(
      await readBaseline(),
      pace,
      runs.map(({ rows }) => rows),
    ),
  );
}

function textOf({ rows, failures }: Results, worse: readonly Worse[], machine: Machine): string {
  const { node, cpus, busyBefore } = machine;
  return [
    tableOf(rows),
    '',
    `Node ${node}, ${cpus} CPUs, of which other programs took ${Math.round(100 * busyBefore)} % before the run`,
    ...failures.map(({ case: name, message }) => `FAILED ${name}: ${message.split('\n')[0]}`),
    ...worse.map(
      ({ key, ratio, baseline, allowed }) =>
        `WORSE ${key}: ${ratio.toFixed(2)}, the baseline is ${baseline.toFixed(2)}, with its noise ${allowed.toFixed(2)}`,
    ),
    ...(options.check && worse.length === 0 ? ['No ratio is worse than its baseline by more than the noise.'] : []),
  ]
    .join('\n')
    .trimEnd();
}

function jsonOf({ rows, failures, seconds }: Results, worse: readonly Worse[], machine: Machine): string {
  const { seed, workers } = options;
  return JSON.stringify({ machine, pace: paceOf(options), seed, workers, rows, failures, worse, seconds });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`bench: ${(error as Error).message}\n`);
  process.exit(1);
}
