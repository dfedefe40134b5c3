import type { IncomingMessage } from 'node:http';

export const REQUEST_TIMEOUT_MS = 60_000;

/** Requests whose lines are checked one by one. */
const timedByLine = new WeakSet<IncomingMessage>();

export function timeByLine(request: IncomingMessage): void {
  timedByLine.add(request);
}

/** Whether the rest of the request has not come by `time`, of `performance.now()`. */
export function isOverdue(request: IncomingMessage, time: number): boolean {
  return !request.complete && performance.now() > time && !timedByLine.has(request);
}
