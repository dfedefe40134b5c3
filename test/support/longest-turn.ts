import { firstThreadMs } from './first-thread.js';

/**
 * The CPU time of the longest turn of the event loop of this process's first thread, in milliseconds, as
 * `firstThreadMs` counts it.
 */
export async function longestTurnDuring(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let lastMs = firstThreadMs();
  const look = () => {
    const nowMs = firstThreadMs();
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
