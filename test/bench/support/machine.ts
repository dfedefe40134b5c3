import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

export type Machine = {
  startedAt: string;
  node: string;
  cpus: number;
  model: string;
  memoryBytes: number;
  /** Share of all CPUs that other programs took before the bench began. */
  busyBefore: number;
};

const LOOK_MS = 1_000;
const TOO_BUSY = 0.1;

/** What the figures were measured on; tells where others are at work on it. Raises an error where nothing can be. */
export async function lookAtMachine(note: (line: string) => void): Promise<Machine> {
  if (!existsSync('/proc/self/stat')) throw new Error('it needs Linux: CPU time is read from /proc');
  const before = cpuTimes();
  await delay(LOOK_MS);
  const after = cpuTimes();
  const busyBefore = Math.round((100 * (after.busy - before.busy)) / (after.all - before.all)) / 100;
  if (busyBefore > TOO_BUSY)
    note(`!!! OTHER PROGRAMS TAKE ${Math.round(100 * busyBefore)} % OF THE CPUS: figures are noisy`);
  return {
    startedAt: new Date().toISOString(),
    node: process.version,
    cpus: cpus().length,
    model: cpus()[0]?.model ?? '',
    memoryBytes: totalmem(),
    busyBefore,
  };
}

function cpuTimes(): { busy: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}
