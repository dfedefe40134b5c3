import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OverloadedError } from '../../domain/errors.js';
import type { RenderJob, Rendered } from './render-jobs.js';

const MODULE = new URL('./thread-main.js', import.meta.url);
const MEMORY = { maxOldGenerationSizeMb: 512 };

export type ThreadOptions = {
  limitMs: number;
  /** Called with the document of a job that took more than it may. */
  onOverrun?: (kind: RenderJob['kind'], documentId: string) => void;
  module?: URL;
  memory?: Worker['resourceLimits'];
};

/** The job took more time or memory than it may. */
export class OverrunError extends OverloadedError {}

/** Does one job at a time, in a thread that starts with the first one, and again after one that overran. */
export class RenderThread {
  readonly #options: Required<ThreadOptions>;
  #worker: Worker | undefined;

  constructor(options: ThreadOptions) {
    this.#options = { module: MODULE, memory: MEMORY, onOverrun: () => undefined, ...options };
  }

  /** Raises `OverrunError`, and what the job raises. */
  async run(job: RenderJob): Promise<Rendered> {
    const { limitMs } = this.#options;
    const worker = (this.#worker ??= this.#start());
    // An idle thread does not keep the process from ending.
    worker.ref();
    try {
      worker.postMessage(job);
      const [rendered] = (await once(worker, 'message', { signal: AbortSignal.timeout(limitMs) })) as [Rendered];
      worker.unref();
      return rendered;
    } catch (error) {
      this.#worker = undefined;
      void worker.terminate();
      if (!isOverrun(error)) throw error;
      this.#options.onOverrun(job.kind, documentOf(job));
      throw new OverrunError(`a ${job.kind} takes too long to make`, { cause: error });
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

function documentOf(job: RenderJob): string {
  if (job.kind === 'diff') return job.to.document.id;
  return job.kind === 'text' ? job.version.document.id : job.document.id;
}
