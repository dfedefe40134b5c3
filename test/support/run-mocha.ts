import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Counts = { passed: number; failed: number; skipped: number };
/** `failures`: a line of each test that failed. `files`: compiled ones, that have them. */
export type Outcome = Counts & { failures: readonly string[]; files: readonly string[] };

const FAILURE_LINES = /^failed: .+$/gm;
const FILE_LINES = /(?<=^failed in: ).+$/gm;
const CLOSING_LINE = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m;

/** `isLate`: the report is shown at the end as a whole, as another run shows its own meanwhile. */
export type Showing = { isLate?: boolean };

/** Runs mocha as a process of its own, shows its report, and reads its closing line. `options` are mocha's. */
export async function runMocha(
  specs: readonly string[],
  env: Readonly<Record<string, string>>,
  { options = [], isLate = false }: Showing & { options?: readonly string[] } = {},
): Promise<Outcome> {
  const args = [...options, ...specs.flatMap((spec) => ['--spec', spec])];
  const child = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (!isLate) process.stdout.write(chunk);
    output += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (isLate) process.stdout.write(output);
  const [, passed, failed, skipped] = CLOSING_LINE.exec(output) ?? [];
  const ending = `failed: mocha ended with ${code}`;
  if (passed === undefined) return { passed: 0, failed: 1, skipped: 0, failures: [ending], files: [] };
  const failures = output.match(FAILURE_LINES) ?? [];
  const files = [...new Set(output.match(FILE_LINES))];
  const outcome = { passed: Number(passed), failed: Number(failed), skipped: Number(skipped), failures, files };
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1, failures: [ending] } : outcome;
}
