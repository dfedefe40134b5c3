import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { QuireError, validationError } from '../../domain/errors.js';

export type Decoder = NodeJS.ReadWriteStream & Readable;

/** By Content-Encoding, in lower case. Raw deflate is not a coding (RFC 9110, 8.4.1.2). */
const DECODERS = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Undefined for an uncoded body. Raises `UNSUPPORTED_MEDIA_TYPE`. */
export function openDecoder(request: IncomingMessage): Decoder | undefined {
  const coding = codingOf(request);
  const decoder = DECODERS.get(coding)?.();
  if (!decoder && coding !== 'identity') throw unsupportedCoding();
  return decoder;
}

function unsupportedCoding(): QuireError {
  const publicMessage = `The Content-Encoding of a body must be one of ${[...DECODERS.keys()].join(', ')}, or absent.`;
  return new QuireError('UNSUPPORTED_MEDIA_TYPE', {}, { publicMessage });
}

export function codingOf(request: IncomingMessage): string {
  return request.headers['content-encoding']?.toLowerCase() ?? 'identity';
}

/** The rest of the request is discarded. A client that is still sending would otherwise wait for ever. */
export function discardRest(request: IncomingMessage, decoder: Decoder | undefined): void {
  if (decoder) {
    request.unpipe(decoder);
    decoder
      .removeAllListeners('error')
      .on('error', () => undefined)
      .destroy();
  }
  request.resume();
}

/** The client has left, or the body cannot be decoded. */
export function torn(): QuireError {
  return validationError([{ path: '', message: 'could not be read to its end' }]);
}
