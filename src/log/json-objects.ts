import { UnavailableError } from '../domain/errors.js';

/** An object that is torn, foreign, or of a newer format. */
export class UnreadableObjectError extends UnavailableError {
  override readonly isFinal = true;
}

/** The format that this code writes. Readers take every older one and refuse a newer one. */
const FORMAT = 1;

export function encodeObject(fields: Record<string, unknown>): Uint8Array {
  return Buffer.from(JSON.stringify({ format: FORMAT, ...fields }));
}

/** Raises `UnreadableObjectError`: nothing is ever guessed at. */
export function decodeObject<T>(key: string, body: Uint8Array): T {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  } catch {
    // The parser's own message holds a piece of the text, and would bring it into the log.
    throw new UnreadableObjectError(`the object ${key} is not readable`);
  }
  const { format, ...fields } = (parsed ?? {}) as { format?: unknown };
  if (typeof format !== 'number' || format < 1 || format > FORMAT) {
    throw new UnreadableObjectError(`the object ${key} has the format ${String(format)}, not one up to ${FORMAT}`);
  }
  return fields as T;
}
