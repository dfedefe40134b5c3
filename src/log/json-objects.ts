import type { ValidateFunction } from 'ajv/dist/2020.js';
import { DamagedObjectError, UnavailableError } from '../domain/errors.js';
import type { ObjectStore, OnSize } from '../ports/object-store.js';
import { jsonInSteps } from './json-in-steps.js';
import type { Shape } from './shapes.js';

export class UnreadableObjectError extends UnavailableError {
  override readonly isFinal = true;
}

export class OtherFormatError extends UnreadableObjectError {}

/** For `catch`: an unreadable object counts as `value`. */
export function unreadableAs<const T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof UnreadableObjectError) return value;
    throw error;
  };
}

/** 3: a tombstone tells whether its identifier came from an Idempotency-Key. */
const FORMAT = 3;
/** 4: a version with its source. Who does not know sources must not restore such a version, or change a part of it. */
export const SOURCE_FORMAT = 4;
/** 5: a version that names assets, likewise. A root alone makes none: without it, only some links end elsewhere. */
export const ASSETS_FORMAT = 5;

/** What the largest possible body takes, as a source and as blocks, with all that is stored beside them. */
export const LARGEST_OBJECT_BYTES = 256 * 1024 * 1024;

/** `fields` may name a `format`. */
export function encodeObject(fields: Record<string, unknown>): Uint8Array {
  return Buffer.from(JSON.stringify({ format: FORMAT, ...fields }));
}

/** The same in steps, as in `jsonInSteps`. */
export function encodeObjectInSteps(fields: Record<string, unknown>, levels: number): Generator<void, Uint8Array> {
  return jsonInSteps({ format: FORMAT, ...fields }, levels);
}

/** Raises `UnreadableObjectError` for a damaged object, and before it is read for one too large to be of the format. */
export async function readObject(store: ObjectStore, key: string, onSize?: OnSize): Promise<Uint8Array | undefined> {
  const read = store.read(key, (bytes) => {
    if (bytes > LARGEST_OBJECT_BYTES) throw new UnreadableObjectError(`the object ${key} is too large: ${bytes} bytes`);
    onSize?.(bytes);
  });
  return read.catch((error: unknown) => {
    if (!(error instanceof DamagedObjectError)) throw error;
    throw new UnreadableObjectError(error.message, { cause: error });
  });
}

/** `newest`: the last format that it may have. */
type Kind<T> = { shape: Shape<T>; newest: number };

/** Raises `UnreadableObjectError`, which names the key and the fault, never content. */
export function decodeObject<T>(key: string, body: Uint8Array, kind: Shape<T> | Kind<T>): T {
  const { shape, newest } = typeof kind === 'function' ? { shape: kind, newest: FORMAT } : kind;
  const { format, ...fields } = parseObject(key, body);
  if (typeof format !== 'number') throw new UnreadableObjectError(`the object ${key} names no format`);
  if (format < FORMAT || format > newest || !Number.isInteger(format)) {
    throw new OtherFormatError(`the object ${key} has the format ${String(format)}, not ${newest} as here`);
  }
  return checkObject(key, fields, shape);
}

export function checkObject<T>(key: string, fields: unknown, shape: Shape<T>): T {
  const validate = shape();
  if (validate(fields)) return fields;
  throw new UnreadableObjectError(`the object ${key} is not of its kind: ${faultOf(validate)}`);
}

/** Undefined if there is none. Raises `UnreadableObjectError`. */
export async function readDecoded<T>(store: ObjectStore, key: string, shape: Shape<T>): Promise<T | undefined> {
  const body = await readObject(store, key);
  return body && decodeObject(key, body, shape);
}

function parseObject(key: string, body: Uint8Array): { format?: unknown } {
  try {
    return (JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')) ?? {}) as object;
  } catch {
    // The parser's message holds a piece of the text, which must not get into the log.
    throw new UnreadableObjectError(`the object ${key} is not readable`);
  }
}

function faultOf({ errors }: ValidateFunction): string {
  const [fault] = errors ?? [];
  return `${fault?.instancePath ?? ''} ${fault?.message ?? ''}`.trim();
}
