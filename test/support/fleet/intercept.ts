import type { Backends } from '../../../src/backends.js';

export type Port = 'store' | 'index' | 'counters';
export type PortCall = { port: Port; name: string; args: readonly unknown[] };
/** Stands in the place of a call to a part; `real` makes the call. */
export type Interceptor = (call: PortCall, real: () => Promise<unknown>) => Promise<unknown>;

/** The same parts, every asynchronous call of which goes through the interceptor; listings and closing do not. */
export function interceptParts(parts: Backends, through: Interceptor): Backends {
  return {
    ...parts,
    store: intercept('store', parts.store, through),
    index: intercept('index', parts.index, through),
    counters: intercept('counters', parts.counters, through),
  };
}

export function intercept<T extends object>(port: Port, part: T, through: Interceptor): T {
  return new Proxy(part, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown;
      if (typeof member !== 'function') return member;
      const call = (args: unknown[]) => Reflect.apply(member, target, args) as unknown;
      if (name === 'list' || name === 'close') return (...args: unknown[]) => call(args);
      return (...args: unknown[]) => through({ port, name: String(name), args }, async () => call(args));
    },
  });
}
