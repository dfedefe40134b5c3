import { EventEmitter, once } from 'node:events';
import { SeededRandom } from '../oracle/seeded-random.js';
import { act, type WorkloadOperation } from './operations.js';
import type { WorkerContext } from './worker-context.js';

/** Workers that do one thing after another until they are told to stop. */
export class Load {
  readonly #worker: WorkerContext;
  readonly #weights: Readonly<Record<WorkloadOperation, number>>;
  #done: Promise<void> = Promise.resolve();
  #stopped = false;
  #steps = 0;
  #most = Infinity;
  readonly #events = new EventEmitter().setMaxListeners(0);

  constructor(worker: WorkerContext, weights: Readonly<Record<WorkloadOperation, number>>) {
    this.#worker = worker;
    this.#weights = weights;
  }

  start(workers: number): void {
    const contexts = Array.from({ length: workers }, () => ({ ...this.#worker, random: this.#worker.random.fork() }));
    this.#done = Promise.all(contexts.map((worker) => this.#work(worker))).then(() => undefined);
    // Heard in `stop`; until then it must not end the process.
    this.#done.catch(() => undefined);
  }

  /** At most so many more things are done, until another limit is set. */
  limit(steps: number): void {
    this.#most = this.#steps + steps;
    this.#events.emit('change');
  }

  /** Nothing more is begun. */
  halt(): void {
    this.#stopped = true;
    this.#events.emit('change');
  }

  /** Resolves when every worker has ended what it was doing: nothing of this load is under way any more. */
  async stop(): Promise<void> {
    this.halt();
    await this.#done;
  }

  /** When so many more things have been done. */
  async more(steps: number): Promise<void> {
    const enough = this.#steps + steps;
    while (this.#steps < enough) await Promise.race([once(this.#events, 'change'), this.#done]);
  }

  async #work(worker: WorkerContext): Promise<void> {
    while (!this.#stopped) {
      if (this.#steps >= this.#most) {
        await once(this.#events, 'change');
        continue;
      }
      this.#steps++;
      await act(worker, worker.random.weighted(this.#weights));
      this.#events.emit('change');
    }
  }
}

/** A worker for a new world. */
export function newHand(backends: Omit<WorkerContext, 'keys' | 'random'> & { seed: number }): WorkerContext {
  const { seed, ...rest } = backends;
  return { ...rest, random: new SeededRandom(seed), keys: [] };
}
