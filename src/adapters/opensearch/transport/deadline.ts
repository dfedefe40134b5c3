import { setTimeout as wait } from 'node:timers/promises';

export type CallDeadline = { /** Milliseconds, at least 1. */ left(): number; passed(): boolean };

export function deadlineIn(milliseconds: number): CallDeadline {
  const end = performance.now() + milliseconds;
  return { left: () => Math.max(1, Math.ceil(end - performance.now())), passed: () => performance.now() >= end };
}

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;

/** Repeats `attempt`, with full jitter, while `isBusy` and time is left. Returns the last outcome. */
export async function repeatWhileBusy<T>(
  deadline: CallDeadline,
  attempt: () => Promise<T>,
  isBusy: (outcome: T) => boolean,
): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    const outcome = await attempt();
    if (!isBusy(outcome)) return outcome;
    const pause = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(repeats, 10));
    if (pause >= deadline.left()) return outcome;
    await wait(pause);
  }
}
