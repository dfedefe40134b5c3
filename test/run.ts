/**
 * What `npm test` runs once everything is installed and compiled: the linter, all suites on one set of real parts,
 * then the acceptance suite against a service process in each mode. `--all`: also what takes real minutes, in files
 * `*.slow.test.ts`. With other arguments: only those mocha specs.
 */
import { spawn } from 'node:child_process';
import { runAcceptance } from './acceptance-service.js';
import { clusterPlaceOf, embeddedPlace } from './support/modes.js';
import { runMocha, type Counts, type Outcome } from './support/run-mocha.js';
import { startParts, WITHOUT_PARTS } from './support/parts.js';

const options = process.argv.slice(2);
const isAll = options.includes('--all');
const specs = options.filter((option) => option !== '--all');
const SUITES = `dist/test/!(acceptance)/**/${isAll ? '*' : '!(*.slow)'}.test.js`;

async function main(): Promise<boolean> {
  if (specs.length === 0 && !await lint()) return false;
  const parts = await startParts();
  const env = parts?.env ?? { [WITHOUT_PARTS]: 'true' };
  try {
    return report(specs.length > 0 ? [await runMocha(specs, env)] : await runAll(env, parts?.env));
  } finally {
    await parts?.stop?.();
  }
}

async function runAll(env: Record<string, string>, cluster: Readonly<Record<string, string>> | undefined) {
  const outcomes = [await runMocha([SUITES], env)];
  outcomes.push(await runAcceptance(await embeddedPlace()));
  if (cluster) outcomes.push(await runAcceptance(clusterPlaceOf(cluster)));
  return outcomes;
}

/** What failed is named again at the end, where it is found after thousands of lines. */
function report(outcomes: readonly Outcome[]): boolean {
  const sum = (field: keyof Counts) => outcomes.reduce((total, each) => total + each[field], 0);
  process.stdout.write(outcomes.flatMap(({ failures }) => failures).map((line) => `\n${line}`).join(''));
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
  return sum('failed') === 0 && sum('passed') > 0;
}

async function lint(): Promise<boolean> {
  process.stderr.write('lint (eslint)\n');
  const child = spawn(process.execPath, ['node_modules/eslint/bin/eslint.js', '.'], { stdio: 'inherit' });
  return await new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

process.exit(await main() ? 0 : 1);
