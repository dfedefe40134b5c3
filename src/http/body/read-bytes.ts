import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { QuireError, validationError } from '../../domain/errors.js';
import type { BodyShare } from '../limits/body-budget.js';
import { BodyPace, type BodyPaces } from '../limits/body-paces.js';
import { codingOf, discardRest, openDecoder, torn, type Decoder } from './decoders.js';
import { Pieces, TOO_SMALL_PIECES } from './pieces.js';

/** A Brotli decoder keeps a second copy of what it has decoded, in its window. */
const MEMORY_PER_BROTLI_BYTE = 2;

type ReadBytes = {
  /** For the decoded body. */
  limit: number;
  share: BodyShare;
  paces: BodyPaces;
};

/**
 * Reads and decodes a request's body. Bytes are booked as they come; reading pauses while there is no room. Raises
 * `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, `REQUEST_TIMEOUT`, `OverloadedError`, and a validation error if the
 * body is cut off or cannot be decoded. The rest of a failed body is discarded as it comes.
 */
export function readBytes(request: IncomingMessage, options: ReadBytes): Promise<Buffer> {
  const factor = codingOf(request) === 'br' ? MEMORY_PER_BROTLI_BYTE : 1;
  return new Promise((resolve, reject) => {
    const reader = new BytesReader(request, openDecoder(request), { ...options, factor });
    reader.run(resolve, reject);
  });
}

class BytesReader {
  readonly #request: IncomingMessage;
  readonly #decoder: Decoder | undefined;
  readonly #options: ReadBytes & { factor: number };
  readonly #pace: BodyPace;
  #pieces = new Pieces();
  #isOver = false;
  #settle: { resolve(body: Buffer): void; reject(error: unknown): void } | undefined;

  constructor(request: IncomingMessage, decoder: Decoder | undefined, options: ReadBytes & { factor: number }) {
    this.#request = request;
    this.#decoder = decoder;
    this.#options = options;
    this.#pace = new BodyPace(options.share, (error) => this.#fail(error));
  }

  run(resolve: (body: Buffer) => void, reject: (error: unknown) => void): void {
    this.#settle = { resolve, reject };
    const { share, paces } = this.#options;
    paces.watch(this.#pace);
    this.#request.once('error', () => this.#fail(torn()));
    this.#request.once('close', () => {
      if (!this.#request.complete) this.#fail(torn());
    });
    if (share.take(0)) this.#begin();
    else
      share.untilRoom().then(
        () => this.#begin(),
        (error: unknown) => this.#fail(error),
      );
  }

  #begin(): void {
    if (this.#isOver) return;
    const source: Readable = this.#decoder ?? this.#request;
    this.#request.on('data', (chunk: Buffer) => {
      this.#pace.received += chunk.length;
    });
    source.on('data', (chunk: Buffer) => this.#take(source, chunk));
    source.once('end', () => this.#end());
    source.once('error', () => this.#fail(torn()));
    if (this.#decoder) this.#request.pipe(this.#decoder);
  }

  #take(source: Readable, chunk: Buffer): void {
    if (this.#isOver) return;
    const { limit, share, factor } = this.#options;
    this.#pieces.add(chunk);
    if (this.#pieces.bytes > limit) {
      this.#fail(new QuireError('PAYLOAD_TOO_LARGE', { limit }));
      return;
    }
    if (this.#pieces.areTooSmall) {
      this.#fail(validationError([{ path: '', message: TOO_SMALL_PIECES }]));
      return;
    }
    if (share.take(chunk.length * factor)) return;
    source.pause();
    share.untilRoom().then(
      () => {
        source.resume();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #end(): void {
    if (!this.#finish()) return;
    const { share, factor } = this.#options;
    // The decoder and its window are gone.
    if (factor > 1) share.take(this.#pieces.bytes * (1 - factor));
    this.#settle?.resolve(this.#pieces.whole());
  }

  #fail(error: unknown): void {
    if (!this.#finish()) return;
    this.#pieces = new Pieces();
    discardRest(this.#request, this.#decoder);
    this.#settle?.reject(error);
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#options.paces.release(this.#pace);
    this.#options.share.endReading();
    return true;
  }
}
