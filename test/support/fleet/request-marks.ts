import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { CrashOperation } from './steps.js';

/** For which request a port is called. `isTaken`: the slot that it claimed last was another's. */
export type RequestMark = { operation: CrashOperation | undefined; isTaken: boolean };

const marks = new AsyncLocalStorage<RequestMark>();

/** From now on every request of this process carries a mark through all that is done for it. */
export function markRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    marks.enterWith({ operation: operationOf(request), isTaken: false });
  });
}

export function currentMark(): RequestMark | undefined {
  return marks.getStore();
}

const ROUTES: readonly (readonly [RegExp, CrashOperation])[] = [
  [/^POST \/v1\/documents(?:\?|$)/, 'create'],
  [/^POST \/v1\/documents\/\w+\/versions$/, 'push'],
  [/^POST \/v1\/documents\/\w+\/versions\/\d+\/restore$/, 'restore'],
  [/^PATCH \/v1\/documents\/\w+$/, 'patch'],
  [/^PUT \/v1\/documents\/by-key\//, 'put by key'],
  [/^DELETE \/v1\/documents\/by-key\//, 'delete by key'],
  [/^DELETE \/v1\/documents\/\w+$/, 'delete'],
  [/^POST \/v1\/folders$/, 'folder'],
  [/^(?:PATCH|DELETE) \/v1\/folders\/\w+(?:\?|$)/, 'folder'],
];

function operationOf({ method, url, headers }: IncomingMessage): CrashOperation | undefined {
  const operation = ROUTES.find(([pattern]) => pattern.test(`${method} ${url}`))?.[1];
  const isKeyed = operation !== undefined && headers['idempotency-key'] !== undefined;
  return isKeyed ? (`keyed ${operation}` as CrashOperation) : operation;
}
