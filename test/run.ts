/**
 * What `npm test` runs once everything is installed and compiled: the quick files side by side in embedded mode, and
 * beside them the acceptance suite against a service process. `--rest`: only the rest, on real backends. It is the
 * quick files and the acceptance suite in cluster mode; then the files `*.slow.test.ts` side by side; then the files
 * `*.cpu.test.ts`, which measure CPU time, one a core; then the files `*.alone.test.ts`, one at a time: they measure
 * time by the clock, or do what others would notice. `--all`: both, and last the files `*.long.test.ts`, one at a
 * time, which CI leaves to the night. `--again`: a file that failed beside others runs once more, alone; a fault fails
 * twice, a bound of time on a busy machine does not. What failed first is said at the end. `--thorough`: with many
 * rounds where CI has few. With names of files: only those, in both modes, with the backends that they need.
 */
import { availableParallelism } from 'node:os';
import { runAcceptance } from './acceptance-service.js';
import { clusterStorageOf, embeddedStorage } from './support/modes.js';
import { THOROUGH } from './support/rounds.js';
import { runMocha, type Counts, type Outcome } from './support/run-mocha.js';
import { MODES, ON_BACKENDS, startBackends, WITHOUT_BACKENDS } from './support/backends.js';

const QUICK = 'dist/test/!(acceptance)/**/!(*.slow|*.cpu|*.alone|*.long).test.js';
const WITH_CLUSTER = 'dist/test/!(acceptance|deploy|embedded|stack|unit)/**/!(*.slow|*.cpu|*.alone|*.long).test.js';
/** The longest files are in the first rooms: begun late, they would end alone. */
const SLOW = ['@(directory|races)', '!(acceptance|directory|races)'].map(
  (rooms) => `dist/test/${rooms}/**/*.slow.test.js`,
);
const CPU = 'dist/test/!(acceptance)/**/*.cpu.test.js';
const ALONE = 'dist/test/!(acceptance)/**/*.alone.test.js';
const LONG = 'dist/test/!(acceptance)/**/*.long.test.js';
const OPTIONS = ['--all', '--rest', '--again', '--thorough'];
/** More than so many do not fail because the machine is busy. */
const MOST_AGAIN = 3;
/** A file waits for backends and deadlines a third of its time, a slow one half of it. */
const LANES = lanes(Math.max(2, availableParallelism()) + 1);
const SLOW_LANES = lanes(Math.max(2, availableParallelism()) + 2);

async function main(args: readonly string[]): Promise<boolean> {
  const files = args.filter((arg) => !OPTIONS.includes(arg));
  const isRestOnly = args.includes('--rest');
  const runFiles = args.includes('--again') ? runTwice : runMocha;
  if (args.includes('--thorough')) process.env[THOROUGH] = 'true';
  if (files.length > 0) return report([await runMocha(files.map(compiledOf), {})]);
  const outcomes = isRestOnly ? [] : await runQuick(runFiles);
  if (isRestOnly || args.includes('--all')) outcomes.push(...(await runRest(runFiles, { hasLong: !isRestOnly })));
  return report(outcomes);
}

async function runQuick(runFiles: typeof runMocha): Promise<Outcome[]> {
  return Promise.all([
    runFiles([QUICK], { [MODES]: 'embedded' }, { options: LANES }),
    runAcceptance(await embeddedStorage(), { isLate: true }),
  ]);
}

async function runRest(runFiles: typeof runMocha, { hasLong }: { hasLong: boolean }): Promise<Outcome[]> {
  const backends = await startBackends();
  try {
    const outcomes = backends ? await runInCluster(runFiles, backends.env) : [];
    const env = backends?.env ?? { [WITHOUT_BACKENDS]: 'true' };
    outcomes.push(await runFiles(SLOW, env, { options: SLOW_LANES }));
    outcomes.push(await runFiles([CPU], env, { options: lanes(availableParallelism()) }));
    outcomes.push(await runFiles([ALONE], env));
    if (hasLong) outcomes.push(await runFiles([LONG], env));
    return outcomes;
  } finally {
    await backends?.stop?.();
  }
}

async function runInCluster(runFiles: typeof runMocha, cluster: Readonly<Record<string, string>>): Promise<Outcome[]> {
  const options = [...LANES, '--grep', ON_BACKENDS];
  return Promise.all([
    runFiles([WITH_CLUSTER], { ...cluster, [MODES]: 'cluster' }, { options }),
    runAcceptance(clusterStorageOf(cluster), { isLate: true }),
  ]);
}

async function runTwice(...[specs, env, showing]: Parameters<typeof runMocha>): Promise<Outcome> {
  const first = await runMocha(specs, env, showing);
  if (first.files.length === 0 || first.files.length > MOST_AGAIN) return first;
  process.stderr.write(`\nonce more, alone: ${first.files.join(', ')}\n`);
  const again = await runMocha(first.files, env);
  const failures = [...first.failures.map((line) => `at first ${line}`), ...again.failures];
  return { ...again, passed: first.passed + first.failed - again.failed, skipped: first.skipped, failures };
}

function lanes(count: number): string[] {
  return ['--parallel', '--jobs', String(count)];
}

function compiledOf(file: string): string {
  return file.replace(/^(?:\.\/)?(?=(?:test|src|scripts)\/)/, 'dist/').replace(/\.ts$/, '.js');
}

/** What failed is named again at the end, where it is found after thousands of lines. */
function report(outcomes: readonly Outcome[]): boolean {
  const sum = (field: keyof Counts) => outcomes.reduce((total, each) => total + each[field], 0);
  process.stdout.write(
    outcomes
      .flatMap(({ failures }) => failures)
      .map((line) => `\n${line}`)
      .join(''),
  );
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
  return sum('failed') === 0 && sum('passed') > 0;
}

process.exit((await main(process.argv.slice(2))) ? 0 : 1);
