import { UnavailableError } from '../domain/errors.js';

/** An object that is torn, foreign, or of another format. */
export class UnreadableObjectError extends UnavailableError {
  override readonly isFinal = true;
}

/** An object that another version of this program wrote. */
export class OtherFormatError extends UnreadableObjectError {}

/** The one format that this code writes and reads. 2: the mark of a request is the same for every order of members. */
const FORMAT = 2;

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
  if (typeof format !== 'number') throw new UnreadableObjectError(`the object ${key} names no format`);
  if (format !== FORMAT) {
    throw new OtherFormatError(`the object ${key} has the format ${String(format)}, not ${FORMAT} as here`);
  }
  return fields as T;
}
