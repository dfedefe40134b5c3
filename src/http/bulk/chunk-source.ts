import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { QuireError } from '../../domain/errors.js';
import { decoderOf, discardRest, IDLE_MS, torn, type Decoder } from '../body/decoders.js';

/** For a line, without the time in which nothing is asked for. */
const LINE_MS = 60_000;

type Asking = { resolve(chunk: Buffer | undefined): void; reject(error: unknown): void };

/** The decoded bytes of a request, chunk by chunk. Nothing is read before it is asked for. */
export class ChunkSource {
  readonly #request: IncomingMessage;
  readonly #decoder: Decoder | undefined;
  readonly #source: Readable;
  readonly #chunks: Buffer[] = [];
  #asking: Asking | undefined;
  #isOver = false;
  #lineMsLeft = LINE_MS;
  #failure: { error: unknown } | undefined;

  /** Raises `UNSUPPORTED_MEDIA_TYPE`. */
  constructor(request: IncomingMessage) {
    this.#request = request;
    this.#decoder = decoderOf(request)?.();
    this.#source = this.#decoder ?? request;
    request.once('error', () => this.fail(torn()));
    request.once('close', () => {
      if (!request.complete) this.fail(torn());
    });
    this.#source.pause();
    this.#source.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#source.once('end', () => this.#end());
    this.#source.once('error', () => this.fail(torn()));
    if (this.#decoder) request.pipe(this.#decoder);
  }

  /** The client has a minute for the line that begins. */
  beginLine(): void {
    this.#lineMsLeft = LINE_MS;
  }

  /** Raises the failure, if there is one. */
  check(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /**
   * Undefined: the end. Raises the failure, `REQUEST_TIMEOUT` if none comes in time, and a validation error for a body
   * that is cut off or cannot be decoded.
   */
  next(): Promise<Buffer | undefined> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    const chunk = this.#chunks.shift();
    if (chunk ?? this.#isOver) return Promise.resolve(chunk);
    const since = performance.now();
    const late = () => this.fail(new QuireError('REQUEST_TIMEOUT'));
    const timer = setTimeout(late, Math.max(0, Math.min(IDLE_MS, this.#lineMsLeft)));
    return new Promise<Buffer | undefined>((resolve, reject) => {
      this.#asking = { resolve, reject };
      this.#source.resume();
    }).finally(() => {
      clearTimeout(timer);
      this.#lineMsLeft -= performance.now() - since;
    });
  }

  /** Ends the reading with an error, at once. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#answer(({ reject }) => reject(error));
  }

  /** What is not read yet is discarded. */
  close(): void {
    this.#failure ??= { error: torn() };
    discardRest(this.#request, this.#decoder);
  }

  #take(chunk: Buffer): void {
    if (this.#failure) return;
    this.#source.pause();
    if (!this.#answer(({ resolve }) => resolve(chunk))) this.#chunks.push(chunk);
  }

  #end(): void {
    this.#isOver = true;
    this.#answer(({ resolve }) => resolve(undefined));
  }

  #answer(settle: (asking: Asking) => void): boolean {
    const asking = this.#asking;
    this.#asking = undefined;
    if (asking) settle(asking);
    return asking !== undefined;
  }
}
