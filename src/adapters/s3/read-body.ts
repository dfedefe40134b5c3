import { addAbortSignal, type Readable } from 'node:stream';
import { TruncatedBodyError } from './s3-errors.js';

/** All bytes of a response; short data is an error, and so is a body that stalls until the signal. */
export async function readBody(
  body: Readable, expectedLength: number | undefined, signal: AbortSignal,
): Promise<Uint8Array> {
  addAbortSignal(signal, body);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  const bytes = chunks.length === 1 ? chunks[0] as Buffer : Buffer.concat(chunks);
  if (expectedLength !== undefined && bytes.length !== expectedLength) {
    throw new TruncatedBodyError(bytes.length, expectedLength);
  }
  return bytes;
}
