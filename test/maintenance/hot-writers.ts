import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { forEachConcurrently, mapConcurrently } from '../../src/platform/concurrently.js';
import { expectStatus, header, type Client } from '../http/client.js';
import { create, push, search } from '../http/making.js';

type Options = {
  documents: number;
  /** 0: nobody writes. */
  writesPerSecond: number;
  /** Writes under way at once, at most. */
  width?: number;
};

/** Every so many writes somebody searches, which makes the index show what was written. */
const WRITES_PER_SEARCH = 7;

/** Push to a few documents at a steady rate, and know which version of each was acknowledged last. */
export class HotWriters {
  readonly #clients: readonly Client[];
  readonly #options: Required<Options>;
  readonly #acknowledged = new Map<string, number>();
  readonly #stop = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #begunAt = 0;
  #lastAt = 0;
  written = 0;
  /** The longest time in which no write was acknowledged, in milliseconds. */
  longestWaitMs = 0;
  /** The longest time from a push to its answer, in milliseconds. */
  longestPushMs = 0;

  /** `clients`: at one or more processes, of one owner. */
  static async begin(clients: readonly Client[], options: Options): Promise<HotWriters> {
    const writers = new HotWriters(clients, { width: 16, ...options });
    await writers.#create();
    if (options.writesPerSecond > 0) writers.#running = writers.#push();
    // Raised to the caller of `end`.
    writers.#running.catch(() => undefined);
    return writers;
  }

  private constructor(clients: readonly Client[], options: Required<Options>) {
    this.#clients = clients;
    this.#options = options;
  }

  /** How many a second were acknowledged. */
  get rate(): number {
    return this.written / ((this.#lastAt - this.#begunAt) / 1_000);
  }

  /** Ends the writers. Raises an error where one of their writes failed. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Every document must have the version that was acknowledged last. */
  async verify(): Promise<void> {
    await mapConcurrently([...this.#acknowledged], 8, async ([id, version]) => {
      const answer = await this.#client(version).get(`/v1/documents/${id}`);
      expectStatus(answer, 200);
      expect(header(answer, 'ETag'), id).to.equal(`"${version}"`);
    });
  }

  async #create(): Promise<void> {
    const numbers = Array.from({ length: this.#options.documents }, (_, n) => n);
    await mapConcurrently(numbers, this.#options.width, async (n) => {
      this.#acknowledged.set((await create(this.#client(n))).id, 1);
    });
  }

  async #push(): Promise<void> {
    const ids = [...this.#acknowledged.keys()];
    this.#begunAt = this.#lastAt = performance.now();
    const { signal } = new AbortController();
    await forEachConcurrently(this.#turns(), { width: this.#options.width, signal }, async (turn) => {
      const id = ids[turn % ids.length] as string;
      const begunAt = performance.now();
      const { version } = await push(this.#client(turn), id);
      this.longestPushMs = Math.max(this.longestPushMs, performance.now() - begunAt);
      this.#acknowledge(id, version);
      if (turn % WRITES_PER_SEARCH === 0) await search(this.#client(turn), { q: 'w' });
    });
  }

  /** One number for each write, at its time; the rate is not made up for after a wait. */
  async *#turns(): AsyncGenerator<number> {
    const { signal } = this.#stop;
    const everyMs = 1_000 / this.#options.writesPerSecond;
    let dueAt = performance.now();
    for (let turn = 0; !signal.aborted; turn++) {
      dueAt = Math.max(dueAt + everyMs, performance.now() - everyMs);
      const left = dueAt - performance.now();
      if (left > 1) await delay(left);
      yield turn;
    }
  }

  #acknowledge(id: string, version: number): void {
    const now = performance.now();
    this.written++;
    this.longestWaitMs = Math.max(this.longestWaitMs, now - this.#lastAt);
    this.#lastAt = now;
    this.#acknowledged.set(id, Math.max(version, this.#acknowledged.get(id) ?? 0));
  }

  #client(turn: number): Client {
    return this.#clients[turn % this.#clients.length] as Client;
  }
}
