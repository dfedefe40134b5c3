import { readFileSync } from 'node:fs';
import { pid } from 'node:process';

/**
 * The CPU time of the longest turn of the event loop of this process's first thread, in milliseconds. A busy machine
 * does not lengthen it: waits for a core do not count, nor waits for another thread that waits for a core. Where the
 * system does not count by thread (Linux does), it is wall time.
 */
export async function longestTurnDuring(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let lastMs = usedMs();
  const look = () => {
    const nowMs = usedMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  // Called in each turn of more than a millisecond.
  const timer = setInterval(look, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return longestMs;
}

function usedMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
