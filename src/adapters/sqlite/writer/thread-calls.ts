import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DamagedObjectError, UnavailableError, UnusableIndexError } from '../../../domain/errors.js';
import { Deadline } from '../../../platform/deadline.js';

/** The disk counts as hanging after this long without an answer. */
const ANSWERED_WITHIN_MS = 10_000;

/** To the thread: an array, or `close`, after which it ends. */
export type Asked<A> = { id: number; asked: A };
export type ToThread<A> = readonly Asked<A>[] | 'close';

/** From the thread, in arrays. An error loses its class on the way. */
export type Reply<R> = { id: number; result: R } | { id: number; failure: Failure };

type Failure = { kind: 'unavailable' | 'unusable' | 'damaged'; message: string; retryAfter: number };

type ThreadOptions = {
  module: URL;
  /** Of the thread's `workerData`. */
  data: unknown;
  /** For messages, as "writing to the data folder". */
  doing: string;
  /** Called before each call, and raises what forbids it. */
  confirm?: (() => void) | undefined;
  /** How long a call may take; by default as long as a disk that hangs is waited for. */
  withinMs?: number;
};

/** Calls of a thread of this process, which starts at the first one. */
export class ThreadCalls<A, R> {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, PromiseWithResolvers<R>>();
  /** Of these, those whose callers have given up. */
  readonly #late = new Set<number>();
  #thread: Worker | undefined;
  #lastId = 0;
  #asked: Asked<A>[] = [];
  #isClosed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /**
   * Raises `UnavailableError`: it may have happened. All calls of a turn of the event loop go in one message. While an
   * earlier call is not answered that its caller has given up, calls are refused: what waits is bounded.
   */
  async ask(asked: A): Promise<R> {
    const { doing, confirm, withinMs = ANSWERED_WITHIN_MS } = this.#options;
    if (this.#isClosed) throw new UnavailableError(`${doing}: it is closed`);
    confirm?.();
    if (this.#late.size > 0) throw new UnavailableError(`${doing} takes too long: the disk does not answer`);
    const waiting = Promise.withResolvers<R>();
    const id = ++this.#lastId;
    this.#waiting.set(id, waiting);
    if (this.#asked.push({ id, asked }) === 1) setImmediate(() => this.#send());
    try {
      return await new Deadline(withinMs).within(waiting.promise, doing);
    } finally {
      if (this.#waiting.has(id)) this.#late.add(id);
    }
  }

  /** Resolves when what was asked before is answered. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#waiting.values()].map(({ promise }) => promise));
  }

  /** Ends the thread when what was asked before is answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#send();
    const thread = this.#thread;
    if (!thread) return;
    thread.ref();
    thread.postMessage('close' satisfies ToThread<A>);
    await once(thread, 'exit');
  }

  #send(): void {
    const asked = this.#asked;
    this.#asked = [];
    if (asked.length === 0) return;
    this.#thread ??= this.#start();
    // An idle thread does not keep the process from ending.
    this.#thread.ref();
    this.#thread.postMessage(asked satisfies ToThread<A>);
  }

  #start(): Worker {
    const { module, data } = this.#options;
    // Options of the command line are those of the main thread.
    const thread = new Worker(module, { workerData: data, execArgv: [] });
    thread.on('message', (replies: readonly Reply<R>[]) => {
      for (const reply of replies) this.#settle(reply);
      if (this.#waiting.size === 0) thread.unref();
    });
    thread.on('error', (cause) => this.#lose(thread, cause));
    thread.on('exit', () => this.#lose(thread, undefined));
    return thread;
  }

  #settle(reply: Reply<R>): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    this.#late.delete(reply.id);
    if ('failure' in reply) waiting?.reject(errorOf(reply.failure));
    else waiting?.resolve(reply.result);
  }

  /** The next call starts another thread. */
  #lose(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    const error = new UnavailableError(`${this.#options.doing}: the thread has ended`, { cause });
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#late.clear();
  }
}

export function failureOf(error: UnavailableError): Failure {
  const { message, retryAfter } = error;
  if (error instanceof UnusableIndexError) return { kind: 'unusable', message, retryAfter };
  return { kind: error instanceof DamagedObjectError ? 'damaged' : 'unavailable', message, retryAfter };
}

function errorOf({ kind, message, retryAfter }: Failure): UnavailableError {
  if (kind === 'unusable') return new UnusableIndexError(message, { retryAfter });
  if (kind === 'damaged') return new DamagedObjectError(message, { retryAfter });
  return new UnavailableError(message, { retryAfter });
}
