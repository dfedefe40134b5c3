import { interceptCalls } from '../support/intercept-calls.js';

/** What everything of a process raises from the moment on that it is dead. */
export class DiedError extends Error {}

export type SteppingPlan = {
  /** The call, from 1, at which it happens; of the calls of one name alone where one is given. */
  at: number;
  of?: string;
  /** The process dies, with the call not done or done, or the call waits, as a slow one does. */
  how: 'before' | 'after' | 'held';
};

/** A process whose calls to its backends are counted, and which dies or hangs at one of them. */
export class Stepping {
  readonly #plan: SteppingPlan;
  readonly #released: Promise<void>;
  #release: () => void = () => undefined;
  #reached: () => void = () => undefined;
  #count = 0;
  #dead = false;
  /** Resolves at the planned call. */
  readonly reached: Promise<void>;
  readonly calls: string[] = [];

  constructor(plan: SteppingPlan) {
    this.#plan = plan;
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
    this.reached = new Promise((resolve) => {
      this.#reached = resolve;
    });
  }

  /** Lets the held call go. */
  release(): void {
    this.#release();
  }

  /** The process dies at the held call. */
  die(): void {
    this.#dead = true;
    this.#release();
  }

  wrap<T extends object>(port: T): T {
    return interceptCalls(port, ({ name, real }) => {
      if (name === 'close') return real();
      return STREAMS.has(name) ? this.#stream(name, () => real() as AsyncIterable<unknown>) : this.#step(name, real);
    });
  }

  wrapAll<T extends Record<string, object>>(ports: T): T {
    return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, this.wrap(port)])) as T;
  }

  async *#stream(call: string, real: () => AsyncIterable<unknown>): AsyncGenerator {
    yield* await this.#step(call, real);
  }

  async #step<R>(call: string, real: () => R): Promise<Awaited<R>> {
    if (this.#dead) throw new DiedError(call);
    this.calls.push(call);
    // Signs of life come as time goes by, and reads are as many as there are documents.
    const counts = this.#plan.of === undefined ? call !== 'put' && call !== 'read' : call === this.#plan.of;
    if (!counts) return await real();
    this.#count++;
    if (this.#count !== this.#plan.at) return await real();
    this.#reached();
    if (this.#plan.how === 'held') {
      await this.#released;
      if (this.#dead) throw new DiedError(call);
      return await real();
    }
    this.#dead = true;
    if (this.#plan.how === 'after') await real();
    throw new DiedError(call);
  }
}

const STREAMS = new Set(['list', 'changesAfter', 'scanHeads', 'scanFolders', 'scanSummaries']);
