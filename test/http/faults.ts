import type { Backends } from '../../src/backends.js';

/** What happens before a call of a port reaches the real backend: it may wait, and it may raise. */
export type PortFault = (args: readonly unknown[]) => Promise<void> | void;

/** `store.create`, `index.search`, `counters.admit`, … */
export type WatchedCall = `${'store' | 'index' | 'counters'}.${string}`;

type AnyCall = (...args: unknown[]) => unknown;

/** Stands between a service and its real backends: counts calls; those that a test names fail or wait. */
export class PortFaults {
  readonly #faults = new Map<WatchedCall, PortFault>();
  readonly #calls: { call: WatchedCall; of: string }[] = [];

  readonly wrap = (backends: Backends): Backends => ({
    ...backends,
    store: this.#watched('store', backends.store),
    index: this.#watched('index', backends.index),
    counters: this.#watched('counters', backends.counters),
  });

  set(call: WatchedCall, fault: PortFault): void {
    this.#faults.set(call, fault);
  }

  clear(): void {
    this.#faults.clear();
    this.#calls.length = 0;
  }

  /** `prefix`: only calls whose first argument, an object's key for example, begins so. */
  count(call: WatchedCall, prefix = ''): number {
    return this.#calls.filter((each) => each.call === call && each.of.startsWith(prefix)).length;
  }

  #watched<T extends object>(port: 'store' | 'index' | 'counters', backend: T): T {
    return new Proxy(backend, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target) as unknown;
        // A listing answers at once with what is iterated later.
        if (typeof member !== 'function' || name === 'list' || name === 'close') return bound(target, member);
        return async (...args: unknown[]) => {
          const call = `${port}.${String(name)}` as const;
          this.#calls.push({ call, of: String(args[0]) });
          await this.#faults.get(call)?.(args);
          return (member as AnyCall).apply(target, args);
        };
      },
    });
  }
}

function bound(target: object, member: unknown): unknown {
  return typeof member === 'function' ? (member as AnyCall).bind(target) : member;
}
