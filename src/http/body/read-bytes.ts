import type { IncomingMessage } from 'node:http';
import getRawBody, { type RawBodyError } from 'raw-body';
import { QuireError, validationError } from '../../domain/errors.js';
import { areTooSmall, codingOf, decoderOf, discardRest, IDLE_MS, TOO_SMALL_PIECES, torn } from './decoders.js';

/** A Brotli decoder keeps a second copy of what it has decoded, in its window. */
const MEMORY_PER_BROTLI_BYTE = 2;

/**
 * What reading the body may take in memory: its stated length, or the limit where it is coded or comes in chunks.
 * Raises `UNSUPPORTED_MEDIA_TYPE`, and `PAYLOAD_TOO_LARGE` by the stated length alone.
 */
export function mostBytesOf(request: IncomingMessage, limit: number): number {
  if (decoderOf(request)) return codingOf(request) === 'br' ? limit * MEMORY_PER_BROTLI_BYTE : limit;
  const stated = Number(request.headers['content-length'] ?? limit);
  if (stated > limit) throw new QuireError('PAYLOAD_TOO_LARGE', { limit });
  return stated;
}

type ReadBytes = {
  /** For the decoded body. */
  limit: number;
  /** As `mostBytesOf`. */
  most: number;
};

/**
 * Reads and decodes a request's body. Raises `PAYLOAD_TOO_LARGE` for more than `limit` decoded bytes, `REQUEST_TIMEOUT`
 * after ten seconds without a byte, and a validation error for a body that is cut off, cannot be decoded or comes in
 * too small pieces. The rest of a failed body is discarded as it comes.
 */
export async function readBytes(request: IncomingMessage, { limit, most }: ReadBytes): Promise<Buffer> {
  const decoder = decoderOf(request)?.();
  const source = decoder ?? request;
  // An error of the stream is the only way to end the reading early.
  const fail = (error: QuireError) => source.emit('error', error);
  const idle = setTimeout(fail, IDLE_MS, new QuireError('REQUEST_TIMEOUT'));
  let pieces = 0;
  const count = () => {
    if (areTooSmall(++pieces, most)) fail(validationError([{ path: '', message: TOO_SMALL_PIECES }]));
  };
  const refresh = () => idle.refresh();
  request.on('data', refresh);
  // Nothing else listens once the reading has ended.
  source.on('error', () => undefined);
  source.on('data', count);
  if (decoder) {
    // `pipe` alone does not tell the decoder that the client has left.
    request.once('close', () => request.complete || decoder.destroy());
    request.pipe(decoder);
  }
  try {
    return await getRawBody(source, { limit });
  } catch (error) {
    source.off('data', count);
    discardRest(request, decoder);
    if (error instanceof QuireError) throw error;
    if ((error as RawBodyError).type === 'entity.too.large') throw new QuireError('PAYLOAD_TOO_LARGE', { limit });
    throw torn();
  } finally {
    request.off('data', refresh);
    clearTimeout(idle);
  }
}
