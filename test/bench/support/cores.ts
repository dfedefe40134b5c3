import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Of the service, and of who sends requests: neither takes time from the other. */
export const CORES = { service: 0, clients: 1 } as const;

/** Where a program and its threads run by themselves; empty where the machine has one core, or no `taskset`. */
export function onCore(core: number): readonly string[] {
  return canPin() ? ['taskset', '-c', String(core)] : [];
}

/** Moves all threads of a process to the core, and with them those that they start later. */
export function moveToCore(pid: number, core: number): void {
  if (canPin()) execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' });
}

let isAble: boolean | undefined;

function canPin(): boolean {
  isAble ??= availableParallelism() > 1 && process.platform === 'linux';
  return isAble;
}
