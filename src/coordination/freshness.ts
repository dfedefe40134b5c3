import { LRUCache } from 'lru-cache';
import type { Epoch } from '../ports/counters.js';
import type { DocumentIndex } from '../ports/document-index.js';

const OWNERS_ON_RECORD = 100_000;

/**
 * Read your writes in search, without a refresh a write. Writers bump their owner's epoch before they
 * answer; a search reads the epoch first and asks here whether this process knows of a refresh that began
 * after that very epoch had been read. Where it knows of none, one refresh serves all who wait.
 */
export class Freshness {
  readonly #index: Pick<DocumentIndex, 'refresh'>;
  readonly #onRefresh: () => void;
  readonly #covered = new LRUCache<string, Epoch>({ max: OWNERS_ON_RECORD });
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(index: Pick<DocumentIndex, 'refresh'>, onRefresh: () => void = () => undefined) {
    this.#index = index;
    this.#onRefresh = onRefresh;
  }

  /** `epoch` must have been read before this call; undefined: unknown, so nothing is known to be fresh. */
  async ensure(owner: string, epoch: Epoch | undefined): Promise<void> {
    if (epoch && this.#covers(owner, epoch)) return;
    await this.refresh();
    // The epoch read before the refresh is recorded, never a newer one (rule epochBeforeRefresh).
    if (epoch) this.#record(owner, epoch);
  }

  /**
   * Joins the next refresh to begin, never one that is already running: that one may have begun before
   * the caller's write was in the index (rule joinNextRefresh).
   */
  refresh(): Promise<void> {
    this.#next ??= this.#running.then(() => this.#begin(), () => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    this.#onRefresh();
    this.#running = this.#index.refresh();
    return this.#running;
  }

  #covers(owner: string, epoch: Epoch): boolean {
    const covered = this.#covered.get(owner);
    return covered?.era === epoch.era && covered.counter >= epoch.counter;
  }

  #record(owner: string, epoch: Epoch): void {
    if (!this.#covers(owner, epoch)) this.#covered.set(owner, epoch);
  }
}
