import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DamagedObjectError, UnavailableError } from '../../domain/errors.js';
import { Deadline } from '../../platform/deadline.js';

export type ReaderData = { folder: string };
export type AskedObject = { id: number; key: string };
export type ReadReply =
  { id: number; body: Uint8Array | undefined } | { id: number; isDamaged: boolean; message: string };

/** A disk that hangs. */
const READ_WITHIN_MS = 10_000;

/** Reads large objects in a thread, one after the other: one of 10 MiB takes some milliseconds of disk and CPU. */
export class LargeObjectReader {
  readonly #folder: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array | undefined>>();
  #thread: Worker | undefined;
  #lastId = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    const waiting = Promise.withResolvers<Uint8Array | undefined>();
    const id = ++this.#lastId;
    this.#waiting.set(id, waiting);
    this.#thread ??= this.#start();
    // An idle thread does not keep the process from ending.
    this.#thread.ref();
    this.#thread.postMessage({ id, key } satisfies AskedObject);
    return new Deadline(READ_WITHIN_MS).within(waiting.promise, `reading ${key}`);
  }

  /** Finishes what was asked before. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#waiting.values()].map(({ promise }) => promise));
    const thread = this.#thread;
    if (!thread) return;
    thread.ref();
    thread.postMessage('close');
    await once(thread, 'exit');
  }

  #start(): Worker {
    const workerData: ReaderData = { folder: this.#folder };
    const thread = new Worker(new URL('./reader-thread.js', import.meta.url), { workerData, execArgv: [] });
    thread.on('message', (reply: ReadReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('body' in reply) waiting?.resolve(reply.body);
      else waiting?.reject(errorOf(reply));
      if (this.#waiting.size === 0) thread.unref();
    });
    thread.on('error', (cause) => this.#lose(thread, cause));
    thread.on('exit', () => this.#lose(thread, undefined));
    return thread;
  }

  /** The next read starts another thread. */
  #lose(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    const error = new UnavailableError('the thread that reads large objects has ended', { cause });
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function errorOf({ isDamaged, message }: { isDamaged: boolean; message: string }): Error {
  return isDamaged ? new DamagedObjectError(message) : new UnavailableError(message);
}
