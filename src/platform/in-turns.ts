import { setImmediate as nextTurn } from 'node:timers/promises';

/** Does work in steps. After so many milliseconds without a pause the event loop takes a turn. */
export async function inTurns<T>(steps: Generator<void, T>, mostMs = 0): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < mostMs) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** The same at once, in a thread that does nothing else. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
