import { UnavailableError } from '../../../domain/errors.js';
import type { Deadline } from '../../../platform/deadline.js';
import type { Tracer } from '../../../platform/tracer.js';

export type BatcherOptions<In, Out> = {
  what: string;
  /** Sends one batch. Results are in the order of the items. Must end by its own deadline. */
  send: (items: readonly In[]) => Promise<readonly Out[]>;
  /** A batch is sent as if its first item was sent alone. */
  bind: Tracer['bind'];
  weightOf: (item: In) => number;
  maxInFlight: number;
  maxItems: number;
  /** Of one batch. A heavier item travels alone. */
  maxWeight: number;
  /** In milliseconds, 50 by default. */
  patienceMs?: number;
};

type QueuedItem<In, Out> = {
  item: In;
  weight: number;
  run: ReturnType<Tracer['bind']>;
  resolve: (result: Out) => void;
  reject: (error: unknown) => void;
};

/** So many waiting items are sent beside a batch that is under way. Fewer would make more, smaller requests. */
const CROWD = 16;
/** Fewer items wait this long for the answer to a batch that is under way. It may never come. */
const PATIENCE_MS = 50;

/**
 * Batches concurrent items. If no batch is under way, one is sent at the end of the turn in which its first item came.
 * Beside batches that are under way another one is sent when 16 items wait, when no more items fit into it, or when all
 * batches that are under way began more than `patienceMs` ago. Up to `maxInFlight` are under way at once.
 */
export class Batcher<In, Out> {
  readonly #options: BatcherOptions<In, Out>;
  #waiting: QueuedItem<In, Out>[] = [];
  #inFlight = 0;
  /** Under way for less than the patience. */
  #recent = 0;
  #isSendingSoon = false;

  constructor(options: BatcherOptions<In, Out>) {
    this.#options = options;
  }

  /** Raises `UnavailableError` at the deadline. An item still queued by then is never sent. */
  submit(item: In, deadline: Deadline): Promise<Out> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#expire(entry), deadline.leftMs);
      const entry: QueuedItem<In, Out> = {
        item,
        weight: this.#options.weightOf(item),
        run: this.#options.bind(),
        resolve: (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      this.#waiting.push(entry);
      this.#sendSoon();
    });
  }

  /** Items of other requests that this turn of the event loop reads are in the same batch. */
  #sendSoon(): void {
    if (this.#isSendingSoon || !this.#isTimeToSend()) return;
    this.#isSendingSoon = true;
    setImmediate(() => {
      this.#isSendingSoon = false;
      this.#sendMore();
    });
  }

  #sendMore(): void {
    while (this.#isTimeToSend()) void this.#send(this.#take());
  }

  #isTimeToSend(): boolean {
    if (this.#inFlight === this.#options.maxInFlight) return false;
    const waiting = this.#waiting.length;
    return waiting >= CROWD || (waiting > 0 && (this.#recent === 0 || this.#isFull()));
  }

  /** It is asked only while fewer than `CROWD` items wait, so the sum is short. */
  #isFull(): boolean {
    const weight = this.#waiting.reduce((sum, entry) => sum + entry.weight, 0);
    return this.#waiting.length >= this.#options.maxItems || weight >= this.#options.maxWeight;
  }

  #take(): QueuedItem<In, Out>[] {
    let weight = 0;
    const count = this.#waiting.findIndex((entry, i) => {
      weight += entry.weight;
      return i > 0 && (weight > this.#options.maxWeight || i === this.#options.maxItems);
    });
    return this.#waiting.splice(0, count === -1 ? this.#waiting.length : count);
  }

  async #send(batch: QueuedItem<In, Out>[]): Promise<void> {
    this.#inFlight++;
    const endPatience = this.#beginPatience();
    try {
      const [first] = batch as [QueuedItem<In, Out>];
      const results = await first.run(() => this.#options.send(batch.map(({ item }) => item)));
      if (results.length !== batch.length) {
        const counts = `${results.length} results for ${batch.length} items`;
        throw new UnavailableError(`${this.#options.what}: ${counts}`);
      }
      batch.forEach((entry, i) => entry.resolve(results[i] as Out));
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      this.#inFlight--;
      endPatience();
      this.#sendMore();
    }
  }

  /** Returns what ends it early. */
  #beginPatience(): () => void {
    this.#recent++;
    let isOver = false;
    const end = (): void => {
      if (!isOver) this.#recent--;
      isOver = true;
    };
    const timer = setTimeout(() => {
      end();
      this.#sendMore();
    }, this.#options.patienceMs ?? PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      end();
    };
  }

  #expire(entry: QueuedItem<In, Out>): void {
    const place = this.#waiting.indexOf(entry);
    if (place !== -1) this.#waiting.splice(place, 1);
    entry.reject(new UnavailableError(`${this.#options.what}: no answer before the deadline`));
  }
}
