import { setImmediate as turn } from 'node:timers/promises';
import { OverloadedError } from '../../domain/errors.js';
import { JobThread, OverrunError, type JobThreadOptions } from '../../platform/job-thread.js';
import { KeyedQueue } from '../../platform/keyed-queue.js';
import type { RenderJob, Rendered } from './render-jobs.js';

/** Those without a key, by their addresses, and owners. */
export type RenderLine = 'anonymous' | 'owners';
export type Asker = { line: RenderLine; asker: string };

/** The worst page found takes a third of it on a slow core. */
const JOB_MS = 5_000;
const WAIT_MS = 10_000;
const THREAD: JobThreadOptions = {
  module: new URL('./thread-main.js', import.meta.url),
  limitMs: JOB_MS,
  memory: { maxOldGenerationSizeMb: 512 },
};

type PoolOptions = Partial<JobThreadOptions> & {
  waitMs?: number;
  /** Called with the document of a job that took more than it may. */
  onOverrun?: (kind: RenderJob['kind'], documentId: string) => void;
};

/** What pages, files and long diffs are made by. */
export type Render = (asker: Asker, job: RenderJob) => Promise<Rendered>;

/** Without a copy. */
export function bufferOf({ bytes }: Rendered): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A thread for each line, so that neither waits for the other. In a line, askers take turns. */
export class RenderPool {
  readonly #lines: Readonly<Record<RenderLine, { queue: KeyedQueue; thread: JobThread<RenderJob, Rendered> }>>;
  readonly #onOverrun: PoolOptions['onOverrun'];

  constructor({ waitMs = WAIT_MS, onOverrun, ...thread }: PoolOptions = {}) {
    this.#onOverrun = onOverrun;
    const refusal = () => new OverloadedError('too many pages are being made');
    const line = () => ({
      queue: new KeyedQueue({ most: 1, waitMs, refusal }),
      thread: new JobThread<RenderJob, Rendered>({ ...THREAD, ...thread }),
    });
    this.#lines = { anonymous: line(), owners: line() };
  }

  /** Raises `OverrunError`, `OverloadedError` if its turn does not come in time, and what the job raises. */
  readonly run: Render = ({ line, asker }, job) => {
    const { queue, thread } = this.#lines[line];
    return queue.run(asker, async () => {
      // To read and to send a large document are a stretch of the main thread each.
      await turn();
      return await thread.run(job).catch((error: unknown) => {
        if (error instanceof OverrunError) this.#onOverrun?.(job.kind, documentOf(job));
        throw error;
      });
    });
  };

  /** Work that is under way then is lost. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lines).map(({ thread }) => thread.close()));
  }
}

function documentOf(job: RenderJob): string {
  if (job.kind === 'diff') return job.to.document.id;
  return job.kind === 'text' ? job.version.document.id : job.document.id;
}
