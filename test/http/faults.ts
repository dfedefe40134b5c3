import type { Backends } from '../../src/backends.js';
import { interceptCalls } from '../support/intercept-calls.js';

/** What happens before a call of a port reaches the real backend: it may wait, and it may raise. */
export type PortFault = (args: readonly unknown[]) => Promise<void> | void;

/** `store.create`, `index.search`, `counters.admit`, … */
export type WatchedCall = `${'store' | 'index' | 'counters'}.${string}`;

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
    return interceptCalls(backend, ({ name, args, real }) => {
      // A listing answers at once with what is iterated later.
      if (name === 'list' || name === 'close') return real();
      const call = `${port}.${name}` as const;
      this.#calls.push({ call, of: String(args[0]) });
      return this.#faulty(call, args, real);
    });
  }

  async #faulty(call: WatchedCall, args: readonly unknown[], real: () => unknown): Promise<unknown> {
    await this.#faults.get(call)?.(args);
    return real();
  }
}
