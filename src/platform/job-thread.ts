import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OverloadedError } from '../domain/errors.js';

export type JobThreadOptions = { module: URL; limitMs: number; memory: Worker['resourceLimits'] };

/** The job took more time or memory than it may. */
export class OverrunError extends OverloadedError {}

/**
 * Does one job at a time: the module answers each message with one. The thread starts with the first job, and again
 * after one that overran.
 */
export class JobThread<Job, Result> {
  readonly #options: JobThreadOptions;
  #worker: Worker | undefined;

  constructor(options: JobThreadOptions) {
    this.#options = options;
  }

  /** Raises `OverrunError`, and what the job raises. */
  async run(job: Job): Promise<Result> {
    const worker = (this.#worker ??= this.#start());
    // An idle thread does not keep the process from ending.
    worker.ref();
    try {
      worker.postMessage(job);
      const signal = AbortSignal.timeout(this.#options.limitMs);
      const [result] = (await once(worker, 'message', { signal })) as [Result];
      worker.unref();
      return result;
    } catch (error) {
      this.#worker = undefined;
      void worker.terminate();
      throw isOverrun(error) ? new OverrunError('the work takes too long', { cause: error }) : error;
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { module, memory } = this.#options;
    const worker = new Worker(module, { resourceLimits: memory, execArgv: [] });
    // Of an idle thread nobody hears; the next job starts another.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}

function isOverrun(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}
