import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/find-program.js';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Output of a program, both streams. Raises the error of `execFile`, which holds the output, too. */
export async function runTool(program: string, args: readonly string[], input?: string): Promise<string> {
  const running = run(program, args, { timeout: TIMEOUT_MS, maxBuffer: MOST_BYTES });
  if (input !== undefined) running.child.stdin?.end(input);
  const { stdout, stderr } = await running;
  return stdout + stderr;
}

/** Skips a suite on a machine without one of these programs, and says so in one line. */
export function needsTools(...programs: readonly string[]): void {
  before(function () {
    for (const program of programs) {
      if (findProgram([program]) !== undefined) continue;
      process.stderr.write(`skipped: there is no ${program} on this machine\n`);
      this.skip();
    }
  });
}
