import type { PoolWorker, Ending } from '../../src/workers/worker-pool.js';
import type { Listening, WorkerOptions } from '../../src/workers/messages.js';

/** A worker that does what its test says. */
export class FakeMember implements PoolWorker {
  readonly options: WorkerOptions;
  readonly listening: Promise<Listening>;
  readonly prepared: Promise<void>;
  readonly ended: Promise<Ending>;
  /** What it was asked for. */
  readonly asked: string[] = [];
  #listen: (at: Listening) => void = () => undefined;
  #prepare: () => void = () => undefined;
  #end: (ending: Ending) => void = () => undefined;

  constructor(options: WorkerOptions) {
    this.options = options;
    this.listening = new Promise((resolve) => {
      this.#listen = resolve;
    });
    this.prepared = new Promise((resolve) => {
      this.#prepare = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  listens(port: number): Promise<void> {
    this.#listen({ url: `http://localhost:${port}`, port });
    return settled();
  }

  isPrepared(): Promise<void> {
    this.#prepare();
    return settled();
  }

  ends({ code = null, signal = null, reason }: Partial<Ending> = {}): Promise<void> {
    this.#end({ code, signal, reason });
    return settled();
  }

  stop(): void {
    this.asked.push('stop');
  }

  kill(): void {
    this.asked.push('kill');
    this.#end({ code: null, signal: 'SIGKILL', reason: undefined });
  }
}

/** When everything has happened that follows without waiting. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
