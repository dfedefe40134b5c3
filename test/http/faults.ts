import type { Backends } from '../../src/server/backends.js';
import { interceptBackends, type Port } from '../support/intercept-backends.js';

/** What happens before a call of a port reaches the real backend: it may wait, and it may raise. */
export type PortFault = (args: readonly unknown[]) => Promise<void> | void;

/** `store.create`, `index.search`, `counters.admit`, … */
export type WatchedCall = `${Port}.${string}`;

/** Stands between a service and its real backends: counts calls; those that a test names fail or wait. */
export class PortFaults {
  readonly #faults = new Map<WatchedCall, PortFault>();
  readonly #calls: { call: WatchedCall; of: string }[] = [];

  readonly wrap = (backends: Backends): Backends =>
    interceptBackends(backends, async ({ port, name, args }, real) => {
      const call = `${port}.${name}` as const;
      this.#calls.push({ call, of: String(args[0]) });
      await this.#faults.get(call)?.(args);
      return real();
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
}
