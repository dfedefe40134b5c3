import { UnavailableError } from '../../domain/errors.js';
import type { Deadline } from './deadline.js';

export type BatcherOptions<In, Out> = {
  /** For messages. */
  what: string;
  /** Sends one batch; results in the order of the items. Ends by itself: has a deadline of its own. */
  send: (items: readonly In[]) => Promise<readonly Out[]>;
  /** Bytes, or whatever else a batch must not have too much of. */
  weightOf: (item: In) => number;
  /** Batches in flight at once. */
  maxInFlight: number;
  maxItems: number;
  /** Of one batch; an item that weighs more travels alone. */
  maxWeight: number;
};

type Entry<In, Out> = {
  item: In;
  weight: number;
  resolve: (result: Out) => void;
  reject: (error: unknown) => void;
};

/**
 * Lets what waits at the same moment travel together: while fewer than `maxInFlight` batches are under way
 * an item is sent at once, so a lone caller never waits; what comes meanwhile is collected. Each item has a
 * result and a deadline of its own.
 */
export class Batcher<In, Out> {
  readonly #options: BatcherOptions<In, Out>;
  #waiting: Entry<In, Out>[] = [];
  #inFlight = 0;

  constructor(options: BatcherOptions<In, Out>) {
    this.#options = options;
  }

  /** Raises `UnavailableError` at the deadline; an item that still waits then is never sent. */
  submit(item: In, deadline: Deadline): Promise<Out> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#expire(entry), deadline.left());
      const entry: Entry<In, Out> = {
        item,
        weight: this.#options.weightOf(item),
        resolve: (result) => { clearTimeout(timer); resolve(result); },
        reject: (error) => { clearTimeout(timer); reject(error as Error); },
      };
      this.#waiting.push(entry);
      this.#sendMore();
    });
  }

  #sendMore(): void {
    while (this.#inFlight < this.#options.maxInFlight && this.#waiting.length > 0) {
      void this.#send(this.#take());
    }
  }

  #take(): Entry<In, Out>[] {
    let weight = 0;
    const count = this.#waiting.findIndex((entry, i) => {
      weight += entry.weight;
      return i > 0 && (weight > this.#options.maxWeight || i === this.#options.maxItems);
    });
    return this.#waiting.splice(0, count === -1 ? this.#waiting.length : count);
  }

  async #send(batch: Entry<In, Out>[]): Promise<void> {
    this.#inFlight++;
    try {
      const results = await this.#options.send(batch.map(({ item }) => item));
      if (results.length !== batch.length) {
        const counts = `${results.length} results for ${batch.length} items`;
        throw new UnavailableError(`${this.#options.what}: ${counts}`);
      }
      batch.forEach((entry, i) => entry.resolve(results[i] as Out));
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      this.#inFlight--;
      this.#sendMore();
    }
  }

  #expire(entry: Entry<In, Out>): void {
    const place = this.#waiting.indexOf(entry);
    if (place !== -1) this.#waiting.splice(place, 1);
    entry.reject(new UnavailableError(`${this.#options.what}: no answer before the deadline`));
  }
}
