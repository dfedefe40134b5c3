import type { Backends } from '../../src/server/backends.js';
import { interceptCalls } from './intercept-calls.js';

export type Port = 'store' | 'index' | 'counters';
export type PortCall = { port: Port; name: string; args: readonly unknown[] };
/** Stands in the place of a call to a backend; `real` makes the call. */
export type Interceptor = (call: PortCall, real: () => Promise<unknown>) => Promise<unknown>;

/** The same backends. Asynchronous calls go through the interceptor. Listings and closing do not. */
export function interceptBackends(backends: Backends, through: Interceptor): Backends {
  return {
    ...backends,
    store: intercept('store', backends.store, through),
    index: intercept('index', backends.index, through),
    counters: intercept('counters', backends.counters, through),
  };
}

export function intercept<T extends object>(port: Port, backend: T, through: Interceptor): T {
  return interceptCalls(backend, ({ name, args, real }) =>
    name === 'list' || name === 'close' ? real() : through({ port, name, args }, async () => real()),
  );
}
