import { setTimeout as delay } from 'node:timers/promises';

/** For a machine that is busy with other work: a test that passes never waits this long. */
const WITHIN_MS = 30_000;
const PAUSE_MS = 2;

/** Asks again and again; fails in time, before mocha's own limit would, so that nothing asks on. */
export async function until(isSo: () => Promise<boolean>, withinMs = WITHIN_MS): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`not so within ${withinMs} ms: ${String(isSo)}`);
    await delay(PAUSE_MS);
  }
}
