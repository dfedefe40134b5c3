import type { MinuteWindow } from '../rate-window.js';

const TICK_MS = 1_000;

/** Waits until the plan's minute has room for a search, and says how long it still takes. */
export async function untilRoom(
  window: MinuteWindow,
  signal: AbortSignal,
  onWait: (ms: number) => void,
): Promise<void> {
  for (let left = window.searchWait(); left > 0 && !signal.aborted; left = window.searchWait()) {
    onWait(left);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(left, TICK_MS));
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
  onWait(0);
  signal.throwIfAborted();
}
