import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { QuireError, validationError } from '../../domain/errors.js';
import type { BodyShare } from '../limits/body-budget.js';
import { BodyPace, type BodyPaces } from '../limits/body-paces.js';

/** By Content-Encoding, in lower case. Raw deflate is not a coding (RFC 9110, 8.4.1.2). */
const DECODERS: Readonly<Record<string, (() => NodeJS.ReadWriteStream & Readable) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A Brotli decoder keeps a second copy of what it has decoded, in its window. */
const MEMORY_PER_BYTE: Readonly<Record<string, number | undefined>> = { br: 2 };

const BLOCK_BYTES = 64 * 1024;
/** Each piece costs time: a body of more pieces than this must average `SMALL_PIECE` bytes a piece. */
const MOST_SMALL_PIECES = 20_000;
const SMALL_PIECE = 64;
/** The number of pieces that are not worth a block. */
const FEW_PIECES = 8;

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
  const coding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const decoder = DECODERS[coding]?.();
  if (!decoder && coding !== 'identity') return Promise.reject(new QuireError('UNSUPPORTED_MEDIA_TYPE'));
  return new Promise((resolve, reject) => {
    const reader = new BytesReader(request, decoder, { ...options, factor: MEMORY_PER_BYTE[coding] ?? 1 });
    reader.run(resolve, reject);
  });
}

class BytesReader {
  readonly #request: IncomingMessage;
  readonly #decoder: (NodeJS.ReadWriteStream & Readable) | undefined;
  readonly #options: ReadBytes & { factor: number };
  readonly #pace: BodyPace;
  readonly #chunks: Buffer[] = [];
  #block: Buffer | undefined;
  #blockBytes = 0;
  #pieces = 0;
  #bytes = 0;
  #isOver = false;
  #settle: { resolve(body: Buffer): void; reject(error: unknown): void } | undefined;

  constructor(
    request: IncomingMessage,
    decoder: (NodeJS.ReadWriteStream & Readable) | undefined,
    options: ReadBytes & { factor: number },
  ) {
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
    this.#bytes += chunk.length;
    if (this.#bytes > limit) {
      this.#fail(new QuireError('PAYLOAD_TOO_LARGE', { limit }));
      return;
    }
    if (++this.#pieces > MOST_SMALL_PIECES && this.#bytes < this.#pieces * SMALL_PIECE) {
      this.#fail(validationError([{ path: '', message: `comes in pieces of fewer than ${SMALL_PIECE} bytes` }]));
      return;
    }
    this.#keep(chunk);
    if (share.take(chunk.length * factor)) return;
    source.pause();
    share.untilRoom().then(
      () => {
        source.resume();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  /** A buffer costs many times the bytes of a small piece, so small pieces are copied together. */
  #keep(chunk: Buffer): void {
    if (chunk.length >= BLOCK_BYTES / 16 || this.#pieces <= FEW_PIECES) {
      this.#endBlock();
      this.#chunks.push(chunk);
      return;
    }
    if (this.#blockBytes + chunk.length > BLOCK_BYTES) this.#endBlock();
    this.#block ??= Buffer.allocUnsafe(BLOCK_BYTES);
    this.#blockBytes += chunk.copy(this.#block, this.#blockBytes);
  }

  #endBlock(): void {
    if (this.#block) this.#chunks.push(this.#block.subarray(0, this.#blockBytes));
    this.#block = undefined;
    this.#blockBytes = 0;
  }

  #end(): void {
    if (!this.#finish()) return;
    this.#endBlock();
    const { share, factor } = this.#options;
    // The decoder and its window are gone.
    if (factor > 1) share.take(this.#bytes * (1 - factor));
    const [first] = this.#chunks;
    this.#settle?.resolve(first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#bytes));
  }

  /** The rest is discarded. A client that is still sending would otherwise wait for ever. */
  #fail(error: unknown): void {
    if (!this.#finish()) return;
    this.#chunks.length = 0;
    if (this.#decoder) {
      this.#request.unpipe(this.#decoder);
      this.#decoder
        .removeAllListeners('error')
        .on('error', () => undefined)
        .destroy();
    }
    this.#request.resume();
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

/** The client has left, or the body cannot be decoded. */
export function torn(): QuireError {
  return validationError([{ path: '', message: 'could not be read to its end' }]);
}
