import { isAscii, isUtf8 } from 'node:buffer';
import { validationError } from '../domain/errors.js';
import { JSON_LEVELS, JSON_NAMES, JSON_SHAPES, JSON_VALUES } from '../domain/limits.js';
import { scanJson, type Scan, type ScanFault } from './scan-json.js';

const BOUNDS = { levels: JSON_LEVELS, values: JSON_VALUES, names: JSON_NAMES, shapes: JSON_SHAPES };

const SCAN_FAULTS: Record<ScanFault, string> = {
  'too deep': `must not be nested deeper than ${JSON_LEVELS} levels`,
  'too many values': `must not hold more than ${JSON_VALUES} values`,
  'too many names': `must not hold more than ${JSON_NAMES} named members`,
  'too many shapes': `must not hold objects with more than ${JSON_SHAPES} different names, or orders of names`,
};

/**
 * A request body's bytes as a JSON value that can be stored and given back as it is. Raises a validation error for
 * what is no UTF-8, no JSON, nested too deeply, has too many values or names, or holds what JSON text can say but
 * nobody can keep: half a surrogate pair, a number beyond the largest double.
 *
 * The bounds are there because of what they cost: with them no body takes more than a few times what `JSON.parse` takes
 * for as many bytes of plain text (test/hostile).
 */
export function parseJson(body: Uint8Array): unknown {
  return parseScanned(body, scanBody(body));
}

/** The first half of it, which needs no memory: it tells how much the second one needs. */
export function scanBody(body: Uint8Array): Scan {
  const scan = scanJson(body, BOUNDS);
  if (scan.fault) throw fault('', SCAN_FAULTS[scan.fault]);
  return scan;
}

export function parseScanned(body: Uint8Array, { isSuspicious }: Scan): unknown {
  const text = decodeUtf8(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault('', 'is not valid JSON');
  }
  const found = isSuspicious ? findUnstorable(value) : undefined;
  if (found) throw fault(found.path, found.message);
  return value;
}

const BYTE_ORDER_MARK = '\uFEFF';

function decodeUtf8(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // A tenth of what decoding takes.
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw fault('', 'is not valid UTF-8');
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

type Found = { path: string; message: string };

/** The depth is bounded by now. The path is put together on the way back from a fault only. */
function findUnstorable(value: unknown): Found | undefined {
  if (typeof value === 'string') {
    return value.isWellFormed() ? undefined : { path: '', message: 'must not hold half a surrogate pair' };
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : { path: '', message: 'is too large a number' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? findInArray(value) : findInObject(value as Record<string, unknown>);
}

function findInArray(items: readonly unknown[]): Found | undefined {
  for (let i = 0; i < items.length; i++) {
    const found = findUnstorable(items[i]);
    if (found) return { ...found, path: `/${i}${found.path}` };
  }
  return undefined;
}

function findInObject(object: Readonly<Record<string, unknown>>): Found | undefined {
  for (const name of Object.keys(object)) {
    if (!name.isWellFormed()) return { path: '', message: 'must not have half a surrogate pair in a key' };
    const found = findUnstorable(object[name]);
    if (found) return { ...found, path: `/${pointerOf(name)}${found.path}` };
  }
  return undefined;
}

/** As RFC 6901 writes a name. */
function pointerOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function fault(path: string, message: string) {
  return validationError([{ path, message }]);
}
