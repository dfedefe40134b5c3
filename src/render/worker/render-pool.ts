import { setImmediate as turn } from 'node:timers/promises';
import { OverloadedError } from '../../domain/errors.js';
import { KeyedQueue } from '../../platform/keyed-queue.js';
import type { RenderJob, Rendered } from './render-jobs.js';
import { RenderThread, type ThreadOptions } from './render-thread.js';

/** Those without a key, by their addresses, and owners. */
export type RenderLine = 'anonymous' | 'owners';
export type Asker = { line: RenderLine; asker: string };

/** The worst page found takes a third of it on a slow core. */
const JOB_MS = 5_000;
const WAIT_MS = 10_000;

/** What pages, files and long diffs are made by. */
export type Render = (asker: Asker, job: RenderJob) => Promise<Rendered>;

/** Without a copy. */
export function bufferOf({ bytes }: Rendered): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A thread for each line, so that neither waits for the other. In a line, askers take turns. */
export class RenderPool {
  readonly #lines: Readonly<Record<RenderLine, { queue: KeyedQueue; thread: RenderThread }>>;

  constructor({ waitMs = WAIT_MS, ...thread }: Partial<ThreadOptions> & { waitMs?: number } = {}) {
    const refusal = () => new OverloadedError('too many pages are being made');
    const line = () => ({
      queue: new KeyedQueue({ most: 1, waitMs, refusal }),
      thread: new RenderThread({ limitMs: JOB_MS, ...thread }),
    });
    this.#lines = { anonymous: line(), owners: line() };
  }

  /** Raises `OverrunError`, `OverloadedError` if its turn does not come in time, and what the job raises. */
  readonly run: Render = ({ line, asker }, job) => {
    const { queue, thread } = this.#lines[line];
    return queue.run(asker, async () => {
      // To read and to send a large document are a stretch of the main thread each.
      await turn();
      return thread.run(job);
    });
  };

  /** Work that is under way then is lost. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lines).map(({ thread }) => thread.close()));
  }
}
