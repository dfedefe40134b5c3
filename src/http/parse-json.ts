import { validationError } from '../domain/errors.js';
import { JSON_LEVELS } from '../domain/limits.js';

/**
 * A request body's bytes as a JSON value that can be stored and given back as it is. Raises a validation error for
 * what is no UTF-8, no JSON, nested too deeply, or holds what JSON text can say but nobody can keep: half a
 * surrogate pair, a number beyond the largest double.
 */
export function parseJson(body: Uint8Array): unknown {
  const text = decodeUtf8(body);
  checkDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault('', 'is not valid JSON');
  }
  if (SUSPICIOUS.test(text)) checkStorable(value);
  return value;
}

/**
 * Only an escape can bring half a surrogate pair into valid UTF-8, and only such a number is infinite: one with an
 * exponent of three digits, or with so many digits that one of two suffices (10^210 times 10^99).
 */
const SUSPICIOUS = /\\u[dD][89a-fA-F]|[eE]\+?\d{3}|\d{210}/;

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw fault('', 'is not valid UTF-8');
  }
}

/** Counts brackets outside of strings, without recursion, before anything else looks at the text. */
function checkDepth(text: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > JSON_LEVELS) throw fault('', `must not be nested deeper than ${JSON_LEVELS} levels`);
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      depth--;
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The position of the closing quote; the text's end where there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, position: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(position - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/** Looks at every string, key and number; the depth is bounded by now. */
function checkStorable(value: unknown, path = ''): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw fault(path, 'must not hold half a surrogate pair');
  if (typeof value === 'number' && !Number.isFinite(value)) throw fault(path, 'is too large a number');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (!key.isWellFormed()) throw fault(path, 'must not have half a surrogate pair in a key');
    checkStorable(item, `${path}/${key}`);
  }
}

function fault(path: string, message: string) {
  return validationError([{ path, message }]);
}
