import { setTimeout as delay } from 'node:timers/promises';
import { GuardedProgram, type ProgramOptions } from './guarded-program.js';
import { cpuMicrosOf } from './process-tree.js';

const EVERY_MS = 50;

export type MeasuredProgram = { seconds: number; cpuMicros: number; lines: string[] };

/**
 * Runs a program to its end; raises an error where that is not exit code 0. What it took of CPU is known up to the last
 * look before it ended.
 */
export async function measureProgram(options: Omit<ProgramOptions, 'log' | 'onLine'>): Promise<MeasuredProgram> {
  const startedAt = performance.now();
  const measured: MeasuredProgram = { seconds: 0, cpuMicros: 0, lines: [] };
  const program = await GuardedProgram.start({ ...options, onLine: (line) => measured.lines.push(line) });
  let exitCode: number | undefined;
  const exited = program.exited.then((code) => {
    exitCode = code;
  });
  while (exitCode === undefined) {
    measured.cpuMicros = Math.max(measured.cpuMicros, cpuMicrosOf(program.pid));
    await Promise.race([exited, delay(EVERY_MS)]);
  }
  if (exitCode !== 0) throw new Error(`${options.args.join(' ')} ended with ${exitCode}:\n${program.errors}`);
  return { ...measured, seconds: (performance.now() - startedAt) / 1_000 };
}
