import { Pool, type buildConnector, type Dispatcher } from 'undici';
import { UnavailableError } from '../domain/errors.js';
import type { ReadingTurns } from './reading-turns.js';

/** The whole of an answer. */
export type HttpAnswer = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  chunks: readonly Buffer[];
};

export type PoolOptions = {
  connections: number;
  /** With the handshake of TLS. */
  connectMs: number;
  tls?: buildConnector.BuildOptions;
};

/**
 * `turns` limits how many large answers are read at once. A caller that limits them in `onHead` needs none. An answer
 * of more than `mostBytes` is given up with a `LargeAnswerError`, which costs the connection.
 */
export type ExchangeOptions = {
  onHead?: OnHead | undefined;
  turns?: ReadingTurns | undefined;
  mostBytes?: number | undefined;
};

export class LargeAnswerError extends UnavailableError {}

/** Called with the head of an answer before its body is read. If it raises, the request is aborted. */
export type OnHead = (head: Pick<HttpAnswer, 'status' | 'headers'>) => void;
export type AnswerCallback = (error: Error | null, answer: HttpAnswer | null) => void;

/** Load balancers keep an idle connection for a minute. */
const IDLE_MS = 30_000;
/** An answer of more than this is large. */
const LARGE_BYTES = 256 * 1024;

/** Nothing is sent twice: there is no pipelining, and undici repeats no request that it has begun to write. */
export function openPool(origin: string, { connections, connectMs, tls }: PoolOptions): Pool {
  return new Pool(origin, {
    connections,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    connect: { ...tls, timeout: connectMs },
  });
}

/**
 * One request through undici. Its callback is called once, with the answer or the error; what comes later is dropped.
 * Aborting a request that waits for a connection costs no connection.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #callback: AnswerCallback;
  readonly #options: ExchangeOptions;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #endTurn: (() => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<HttpAnswer, 'status' | 'headers'> | undefined;
  #givenUp: Error | undefined;
  #isOver = false;

  constructor(callback: AnswerCallback, options: ExchangeOptions = {}) {
    this.#callback = callback;
    this.#options = options;
  }

  abort(why: Error): void {
    this.#givenUp = why;
    this.#end(why, null);
    this.#controller?.abort(why);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Thrown, it ends the request alone; an abort would end the connection, which is as good as new.
    if (this.#givenUp) throw this.#givenUp;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: HttpAnswer['headers']): void {
    this.#head = { status, headers };
    try {
      this.#options.onHead?.(this.#head);
    } catch (error) {
      this.abort(error as Error);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    const { turns, mostBytes = Infinity } = this.#options;
    if (this.#bytes > mostBytes) return this.abort(new LargeAnswerError('an answer is too large'));
    if (!turns || this.#bytes <= LARGE_BYTES || this.#endTurn) return;
    controller.pause();
    this.#endTurn = turns.enter(() => controller.resume());
  }

  onResponseEnd(): void {
    this.#end(null, { ...(this.#head as HttpAnswer), chunks: this.#chunks });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(error, null);
  }

  #end(error: Error | null, answer: HttpAnswer | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endTurn?.();
    this.#callback(error, answer);
  }
}

/** All bytes of an answer. */
export function bodyOf({ chunks }: HttpAnswer): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}
