import { LRUCache } from 'lru-cache';
import type { RateWindow, ReservedBytes } from '../../ports/counters.js';

type Window = { count: number; endsAt: number };

export type MemoryWindowsOptions = {
  lengthMs: number;
  /** Most windows in memory. The least recently used is forgotten first and starts again. */
  capacity: number;
  now: () => number;
};

/** Rate windows of one length, by name. A window starts with its first count. */
export class MemoryWindows {
  readonly #lengthMs: number;
  readonly #now: () => number;
  readonly #windows: LRUCache<string, Window>;
  #sweepAt: number;

  constructor(options: MemoryWindowsOptions) {
    this.#lengthMs = options.lengthMs;
    this.#now = options.now;
    this.#windows = new LRUCache({ max: options.capacity });
    this.#sweepAt = this.#now() + this.#lengthMs;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** False for a full window, even with an amount of 0. */
  hasRoom(name: string, limit: number, amount = 1): boolean {
    const { count } = this.#read(name);
    return count < limit && count + amount <= limit;
  }

  take(name: string, amount = 1): void {
    this.#sweep();
    const window = this.#read(name);
    this.#windows.set(name, { ...window, count: window.count + amount });
  }

  /** What the window counts of bytes that were reserved in it, or in one that has ended. */
  counts(name: string, { bytes, leftMs }: ReservedBytes): number {
    const window = this.#windows.get(name);
    const left = window ? window.endsAt - this.#now() : 0;
    return left > 0 && left <= leftMs ? bytes : 0;
  }

  present(name: string, limit: number): RateWindow {
    const { count, endsAt } = this.#read(name);
    return { limit, remaining: Math.max(0, limit - count), resetInMs: Math.ceil(endsAt - this.#now()) };
  }

  #read(name: string): Window {
    const window = this.#windows.get(name);
    const now = this.#now();
    return window && window.endsAt > now ? window : { count: 0, endsAt: now + this.#lengthMs };
  }

  #sweep(): void {
    if (this.#now() < this.#sweepAt) return;
    this.#sweepAt = this.#now() + this.#lengthMs;
    for (const [name, window] of this.#windows.entries()) {
      if (window.endsAt <= this.#now()) this.#windows.delete(name);
    }
  }
}
