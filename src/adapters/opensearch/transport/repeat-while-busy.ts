import { setTimeout as wait } from 'node:timers/promises';
import type { Deadline } from '../../../platform/deadline.js';
import { jitteredMs } from '../../../platform/retry.js';

const PAUSES = { firstMs: 20, longestMs: 1_000 };

/** Repeats `attempt` while `isBusy` and time is left. Returns the last outcome. */
export async function repeatWhileBusy<T>(
  deadline: Deadline,
  attempt: () => Promise<T>,
  isBusy: (outcome: T) => boolean,
): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    const outcome = await attempt();
    if (!isBusy(outcome)) return outcome;
    const pause = jitteredMs(repeats, PAUSES);
    if (pause >= deadline.leftMs) return outcome;
    await wait(pause);
  }
}
