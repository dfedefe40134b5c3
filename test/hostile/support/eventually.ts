import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 20;

/** Asks again and again until it is so; raises after `withinMs`. Gives the milliseconds that it took. */
export async function eventually(
  what: string,
  withinMs: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<number> {
  const since = performance.now();
  while (!(await isSo())) {
    if (performance.now() - since > withinMs) throw new Error(`not so within ${withinMs} ms: ${what}`);
    await delay(EVERY_MS);
  }
  return performance.now() - since;
}

/** Does something again and again for some time: what must not happen is given the time to happen. */
export async function during(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  for (const endsAt = performance.now() + milliseconds; performance.now() < endsAt;) {
    await work();
    await delay(EVERY_MS);
  }
}
