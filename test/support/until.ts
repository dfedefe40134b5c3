import { setTimeout as delay } from 'node:timers/promises';

/** For a machine that is busy with other work: a test that passes never waits this long. */
const WITHIN_MS = 30_000;
const PAUSES = { share: 1 / 20, leastMs: 2, mostMs: 20 };

/**
 * Asks again and again, the longer it waits the less often: what is waited for needs the cores, too. Fails in time,
 * before mocha's own limit would, so that nothing asks on.
 */
export async function until(
  isSo: () => Promise<boolean>,
  withinMs = WITHIN_MS,
  what: string = String(isSo),
): Promise<void> {
  const begunAt = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - begunAt;
    if (waitedMs > withinMs) throw new Error(`not so within ${withinMs} ms: ${what}`);
    await delay(Math.min(PAUSES.mostMs, Math.max(PAUSES.leastMs, waitedMs * PAUSES.share)));
  }
}
