import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { discardRest, openDecoder, torn, type Decoder } from '../body/decoders.js';
import { BodyPace } from '../limits/body-paces.js';

type Asking = { resolve(chunk: Buffer | undefined): void; reject(error: unknown): void };

/** The decoded bytes of a request, chunk by chunk. Nothing is read before it is asked for. */
export class ChunkSource {
  /** The client is checked only while a chunk is waited for. */
  readonly pace: BodyPace;
  readonly #request: IncomingMessage;
  readonly #decoder: Decoder | undefined;
  readonly #source: Readable;
  readonly #chunks: Buffer[] = [];
  #asking: Asking | undefined;
  #isOver = false;
  #failure: { error: unknown } | undefined;

  /** Raises `UNSUPPORTED_MEDIA_TYPE`. */
  constructor(request: IncomingMessage, isOwnerOverHalf: () => boolean) {
    this.#request = request;
    this.#decoder = openDecoder(request);
    this.#source = this.#decoder ?? request;
    const isAsked = () => this.#asking !== undefined;
    const reading = {
      get isWaiting() {
        return !isAsked();
      },
      get isOwnerOverHalf() {
        return isOwnerOverHalf();
      },
    };
    this.pace = new BodyPace(reading, (error) => this.fail(error));
    request.once('error', () => this.fail(torn()));
    request.once('close', () => {
      if (!request.complete) this.fail(torn());
    });
    this.#source.pause();
    this.#source.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#source.once('end', () => this.#end());
    this.#source.once('error', () => this.fail(torn()));
    if (!this.#decoder) return;
    request.on('data', (chunk: Buffer) => {
      this.pace.received += chunk.length;
    });
    request.pipe(this.#decoder);
  }

  /** Raises the failure, if there is one. */
  check(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Undefined: the end. Raises the failure, and a validation error for a body that is cut off or cannot be decoded. */
  next(): Promise<Buffer | undefined> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    const chunk = this.#chunks.shift();
    if (chunk ?? this.#isOver) return Promise.resolve(chunk);
    return new Promise((resolve, reject) => {
      this.#asking = { resolve, reject };
      this.#source.resume();
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
    if (!this.#decoder) this.pace.received += chunk.length;
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
