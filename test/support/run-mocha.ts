import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Counts = { passed: number; failed: number; skipped: number };

const CLOSING_LINE = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m;

/** Runs mocha as a process of its own, shows its report, and reads its closing line. */
export async function runMocha(specs: readonly string[], env: Readonly<Record<string, string>>): Promise<Counts> {
  const child = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js', ...specs.flatMap((spec) => ['--spec', spec])], {
    env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output += chunk.toString();
  });
  const [code] = await once(child, 'close') as [number | null];
  const [, passed, failed, skipped] = CLOSING_LINE.exec(output) ?? [];
  if (passed === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const counts = { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
