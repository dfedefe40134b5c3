import type { MinuteWindow } from './rate-window.js';

const TICK_MS = 1_000;

/** Waits until the plan's minute has room for a search, and says how long it still takes. */
export async function untilRoom(
  window: MinuteWindow,
  signal: AbortSignal,
  onWait: (ms: number) => void,
): Promise<void> {
  for (let left = window.searchWait(); left > 0 && !signal.aborted; left = window.searchWait()) {
    onWait(left);
    await tick(Math.min(left, TICK_MS), signal);
  }
  onWait(0);
  signal.throwIfAborted();
}

/** Over also when the signal is given. No listener stays on it. */
function tick(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
