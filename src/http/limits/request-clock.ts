import type { IncomingMessage } from 'node:http';

const REQUEST_TIMEOUT_MS = 60_000;

/** Requests whose lines are judged one by one. */
const timedByLine = new WeakSet<IncomingMessage>();

export function timeByLine(request: IncomingMessage): void {
  timedByLine.add(request);
}

/** Whether the rest of the request takes too long. `since`: `performance.now()` when its headers had come. */
export function isOverdue(request: IncomingMessage, since: number): boolean {
  return !request.complete && performance.now() - since > REQUEST_TIMEOUT_MS && !timedByLine.has(request);
}
