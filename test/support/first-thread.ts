import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * The CPU time that the first thread of a process has used, in milliseconds: that of the event loop. A busy machine
 * does not lengthen it: waits for a core do not count, nor waits for another thread that waits for a core. Where the
 * system does not count by thread (Linux does), it is wall time.
 */
export function firstThreadMs(pid = process.pid): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
