import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Snapshot } from './pool-metrics.js';
import type { PoolWorker, Ending } from './worker-pool.js';
import type { FromWorker, Listening, ToWorker } from './messages.js';

export class ForkedWorker implements PoolWorker {
  readonly listening: Promise<Listening>;
  readonly prepared: Promise<void>;
  readonly ended: Promise<Ending>;
  /** The newest snapshot received; empty before the first. */
  metrics: Snapshot = [];
  readonly #worker: Worker;
  readonly #onMetrics = new Set<() => void>();
  #listens = false;
  #isStopping = false;
  #reason: string | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.listening = new Promise((resolve) => {
      this.#hear('listening', ({ at }) => resolve(at));
    });
    this.prepared = new Promise((resolve) => {
      this.#hear('prepared', () => resolve());
    });
    this.ended = this.#end();
    this.#hear('listening', () => {
      this.#listens = true;
    });
    this.#hear('asked', () => this.stop());
    this.#hear('failed', ({ reason }) => {
      this.#reason = reason;
    });
    this.#hear('metrics', ({ metrics }) => {
      this.metrics = metrics;
      for (const done of this.#onMetrics) done();
    });
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /**
   * A worker that does not listen may not hear messages, and has nothing in flight: it is killed. For one that listens,
   * `disconnect` keeps new connections away in the same step. A connection after the stop message would be handed back,
   * in the end to no worker.
   */
  stop(): void {
    if (!this.#listens) this.kill();
    else if (!this.#isStopping) {
      this.#send({ kind: 'stop' });
      this.#worker.disconnect();
    }
    this.#isStopping = true;
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  /** Waits at most `forMs` for a snapshot, and no longer than the worker lives. */
  async refreshMetrics(forMs: number): Promise<void> {
    if (!this.#worker.isConnected()) return;
    let done = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      done = resolve;
    });
    this.#onMetrics.add(done);
    this.#send({ kind: 'metrics' });
    await Promise.race([answered, this.ended, delay(forMs, undefined, { ref: false })]);
    this.#onMetrics.delete(done);
  }

  #send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  #hear<K extends FromWorker['kind']>(kind: K, on: (message: Extract<FromWorker, { kind: K }>) => void): void {
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === kind) on(message as Extract<FromWorker, { kind: K }>);
    });
  }

  /** Resolves after the worker's last line was read. */
  async #end(): Promise<Ending> {
    const closed = once(this.#worker.process, 'close') as Promise<[number | null, string | null]>;
    const unborn = new Promise<never>((_, reject) => {
      this.#worker.on('error', (error: Error) => {
        if (this.pid === undefined) reject(error);
      });
    });
    try {
      const [code, signal] = await Promise.race([closed, unborn]);
      return { code, signal, reason: this.#reason };
    } catch (error) {
      return { code: null, signal: null, reason: String(error) };
    }
  }
}
