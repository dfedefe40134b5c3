import type { Backends } from '../../../src/backends.js';

export type Port = 'store' | 'index' | 'counters';
export type PortCall = { port: Port; name: string; args: readonly unknown[] };
/** Stands in the place of a call to a backend; `real` makes the call. */
export type Interceptor = (call: PortCall, real: () => Promise<unknown>) => Promise<unknown>;

/** The same backends, every asynchronous call of which goes through the interceptor; listings and closing do not. */
export function interceptBackends(backends: Backends, through: Interceptor): Backends {
  return {
    ...backends,
    store: intercept('store', backends.store, through),
    index: intercept('index', backends.index, through),
    counters: intercept('counters', backends.counters, through),
  };
}

export function intercept<T extends object>(port: Port, backend: T, through: Interceptor): T {
  return new Proxy(backend, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown;
      if (typeof member !== 'function') return member;
      const call = (args: unknown[]) => Reflect.apply(member, target, args) as unknown;
      if (name === 'list' || name === 'close') return (...args: unknown[]) => call(args);
      return (...args: unknown[]) => through({ port, name: String(name), args }, async () => call(args));
    },
  });
}
