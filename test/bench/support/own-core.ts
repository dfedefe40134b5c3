import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { processTree } from './process-tree.js';

const run = promisify(execFile);

/** Whether there are two cores to part, and `taskset`, which parts them. */
export async function canPartCores(): Promise<boolean> {
  return coresOf(process.pid).length > 1 && (await run('taskset', ['--version']).then(succeeded, failed));
}

const succeeded = () => true;
const failed = () => false;

/**
 * Runs the work while this process, and what it has started, has the last core for itself, as a client on a machine of
 * its own. The servers share the other cores.
 */
export async function onOwnCore<T>(servers: readonly number[], work: () => Promise<T>): Promise<T> {
  const cores = coresOf(process.pid);
  const all = processTree(process.pid);
  const serving = servers.flatMap(processTree);
  const clients = all.filter((pid) => !serving.includes(pid));
  try {
    await pin(clients, cores.slice(-1));
    await pin(serving, cores.slice(0, -1));
    return await work();
  } finally {
    await pin([...all, ...serving], cores);
  }
}

/** Those that a process may use. */
export function coresOf(pid: number): number[] {
  const [, list = ''] = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** All threads of the processes. One that has ended needs no core. */
async function pin(pids: readonly number[], cores: readonly number[]): Promise<void> {
  for (const pid of new Set(pids)) {
    await run('taskset', ['-a', '-c', '-p', cores.join(','), `${pid}`]).catch((error: unknown) => {
      if (existsSync(`/proc/${pid}`)) throw error;
    });
  }
}
