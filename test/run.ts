/**
 * What `npm test` runs once everything is installed and compiled: the suites side by side on one set of real backends,
 * and beside them the acceptance suite against a service process in each mode. `--all`: after that the files
 * `*.slow.test.ts`, one at a time; `--rest`: only those. With names of files: only those, with the backends that they
 * ask for.
 */
import { availableParallelism } from 'node:os';
import { runAcceptance } from './acceptance-service.js';
import { clusterPlaceOf, embeddedPlace } from './support/modes.js';
import { runMocha, type Counts, type Outcome } from './support/run-mocha.js';
import { startBackends, WITHOUT_BACKENDS } from './support/backends.js';

const QUICK = 'dist/test/!(acceptance)/**/!(*.slow).test.js';
const SLOW = 'dist/test/!(acceptance)/**/*.slow.test.js';
const OPTIONS = ['--all', '--rest'];
/** A file waits for backends and deadlines a third of its time. */
const LANES = Math.max(2, availableParallelism()) + 1;

type Suites = 'quick' | 'slow';

async function main(args: readonly string[]): Promise<boolean> {
  const files = args.filter((arg) => !OPTIONS.includes(arg));
  if (files.length > 0) return report([await runMocha(files.map(compiledOf), {})]);
  const wanted: Suites[] = args.includes('--rest') ? ['slow'] : args.includes('--all') ? ['quick', 'slow'] : ['quick'];
  const backends = await startBackends();
  try {
    return report(await runSuites(wanted, backends?.env));
  } finally {
    await backends?.stop?.();
  }
}

/** `cluster`: the variables that lead to the backends; undefined where there are none. */
async function runSuites(
  wanted: readonly Suites[],
  cluster: Readonly<Record<string, string>> | undefined,
): Promise<Outcome[]> {
  const env = cluster ?? { [WITHOUT_BACKENDS]: 'true' };
  const outcomes: Outcome[] = [];
  if (wanted.includes('quick')) {
    const side = ['--parallel', '--jobs', String(LANES)];
    const [suites, acceptance] = await Promise.all([runMocha([QUICK], env, { options: side }), acceptances(cluster)]);
    outcomes.push(suites, ...acceptance);
  }
  if (wanted.includes('slow')) outcomes.push(await runMocha([SLOW], env));
  return outcomes;
}

async function acceptances(cluster: Readonly<Record<string, string>> | undefined): Promise<Outcome[]> {
  const outcomes = [await runAcceptance(await embeddedPlace(), { isLate: true })];
  if (cluster) outcomes.push(await runAcceptance(clusterPlaceOf(cluster), { isLate: true }));
  return outcomes;
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
