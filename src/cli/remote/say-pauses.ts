import type { RetryPause } from '../../client/client.js';

/** Shorter pauses are not worth a line. */
const LEAST_MS = 1_000;
/** Several requests may wait for the same. */
const SAME_MS = 2_000;

/** Says why a command stands still. */
export function sayPauses(say: (line: string) => void, now = Date.now): (pause: RetryPause) => void {
  let saidUntil = 0;
  return ({ ms, isAsked }) => {
    const until = now() + ms;
    if (ms < LEAST_MS || until < saidUntil + SAME_MS) return;
    saidUntil = until;
    const seconds = Math.ceil(ms / 1_000);
    say(isAsked ? `next try in ${seconds} s, as the service asks` : `no usable answer, next try in ${seconds} s`);
  };
}
