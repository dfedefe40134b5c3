import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { UnavailableError } from '../../domain/errors.js';
import { Deadline } from '../../platform/deadline.js';
import type { Job } from './group-writer.js';
import type { JobResult } from './index-jobs.js';
import { errorOf, type Asked, type Reply, type WriterData } from './writer-messages.js';

/** A disk that hangs. */
const WRITTEN_WITHIN_MS = 10_000;

type Waiting = PromiseWithResolvers<JobResult>;

type FolderWriterOptions = {
  /** Called before each write. Raises `UnavailableError`: it may not be written now. */
  confirm?: () => void;
};

/** Writes of this process to log and current index of a folder, by a thread that waits for the disk. */
export class FolderWriter {
  readonly folder: string;
  readonly #options: FolderWriterOptions;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #lastId = 0;
  #asked: Asked[] = [];
  #isClosed = false;

  constructor(folder: string, options: FolderWriterOptions = {}) {
    this.folder = folder;
    this.#options = options;
  }

  /** Resolves when the job is durable. Raises `UnavailableError`: it may have happened. See `AskedJob` for `turn`. */
  write(turn: string, job: Job): Promise<JobResult> {
    return this.#ask((id) => ({ id, turn, job }));
  }

  async install(generation: string): Promise<void> {
    await this.#ask((id) => ({ id, install: generation }));
  }

  /** Resolves when what was asked before is done. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#waiting.values()].map(({ promise }) => promise));
  }

  /** Finishes what was asked before. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.#thread && this.#asked.length === 0) return;
    this.#asked.push({ close: true });
    this.#send();
    if (this.#thread) await once(this.#thread, 'exit');
  }

  async #ask(asked: (id: number) => Asked): Promise<JobResult> {
    if (this.#isClosed) throw new UnavailableError('the data folder is closed');
    this.#options.confirm?.();
    const waiting = Promise.withResolvers<JobResult>();
    const id = ++this.#lastId;
    this.#waiting.set(id, waiting);
    // All of a turn of the event loop in one message.
    if (this.#asked.push(asked(id)) === 1) setImmediate(() => this.#send());
    return new Deadline(WRITTEN_WITHIN_MS).within(waiting.promise, 'writing to the data folder');
  }

  #send(): void {
    const asked = this.#asked;
    this.#asked = [];
    if (asked.length === 0) return;
    this.#thread ??= this.#start();
    // An idle thread does not keep the process from ending.
    this.#thread.ref();
    this.#thread.postMessage(asked);
  }

  #start(): Worker {
    const workerData: WriterData = { folder: this.folder };
    // Options of the command line are those of the main thread.
    const thread = new Worker(new URL('./writer-thread.js', import.meta.url), { workerData, execArgv: [] });
    thread.on('message', (replies: readonly Reply[]) => {
      for (const reply of replies) this.#settle(reply);
      if (this.#waiting.size === 0 && !this.#isClosed) thread.unref();
    });
    thread.on('error', (cause) => this.#lose(thread, cause));
    thread.on('exit', () => this.#lose(thread, undefined));
    return thread;
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('failure' in reply) waiting?.reject(errorOf(reply.failure));
    else waiting?.resolve(reply.result);
  }

  /** The next job starts another thread. */
  #lose(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    const error = new UnavailableError('the thread that writes has ended', { cause });
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
