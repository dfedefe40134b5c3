import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Makes the decoder of a body; undefined: it is not coded. Raises `UNSUPPORTED_MEDIA_TYPE`. */
export function decoderOf(request: IncomingMessage): (() => Decoder) | undefined {
  const coding = codingOf(request);
  const open = DECODERS.get(coding);
  if (!open && coding !== 'identity') throw unsupportedCoding();
  return open;
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

/** Without a byte for so long, a client is given up. */
export const IDLE_MS = 10_000;

/** A piece costs some hundred bytes and some time, beside its own bytes. */
const BYTES_PER_PIECE = 512;
const FEW_PIECES = 256;

export const TOO_SMALL_PIECES = `comes in pieces of fewer than ${BYTES_PER_PIECE} bytes`;

/** Whether the pieces of a text cost more memory than was admitted for it. */
export function areTooSmall(pieces: number, bytes: number): boolean {
  return pieces > FEW_PIECES + bytes / BYTES_PER_PIECE;
}

/** A client that sent `Expect: 100-continue` sends its body only after its headers were checked. */
export function askForBody({ req, res }: { req: IncomingMessage; res: ServerResponse }): void {
  if (req.headers.expect?.toLowerCase() !== '100-continue') return;
  res.removeHeader('Connection');
  res.writeContinue();
}
