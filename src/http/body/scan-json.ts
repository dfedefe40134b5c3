export type ScanFault = 'too deep' | 'too many values' | 'too many names' | 'too many shapes';

export type JsonScan = {
  fault: ScanFault | undefined;
  /** For the whole text, if there is no fault. */
  values: number;
  /** The text may hold half a surrogate pair, or a number beyond the largest double. Check its values. */
  isSuspicious: boolean;
};

type ScanBounds = {
  levels: number;
  /** Objects, arrays and their elements; names do not count. */
  values: number;
  names: number;
  /** Distinct sequences of names from the start of an object. JavaScript keeps a record of each. */
  shapes: number;
};

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const SEVEN = 0x37;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_D = 0x64;
const LOWER_E = 0x65;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A native search costs as much as this many steps of a loop. */
const SHORT_STRING = 48;
/** The largest double has 309 digits. A number is finite if its length plus exponent is below this. */
const SURELY_FINITE = 300;

/** By byte: 1 if it ends a number, `true`, `false` or `null`. */
const ENDS_SCALAR = new Uint8Array(256);
for (let code = 0; code <= SPACE; code++) ENDS_SCALAR[code] = 1;
for (const code of [COMMA, CLOSE_BRACKET, CLOSE_BRACE, COLON, QUOTE, OPEN_BRACKET, OPEN_BRACE]) ENDS_SCALAR[code] = 1;

/** An object with more names becomes a hash table, in which each name costs as much as a new shape. */
const NAMES_IN_SHAPE = 1_000;
/** The minimum bytes of a name with its value: a short text needs no count of names and shapes. */
const LEAST_BYTES_PER_NAME = 4;
/** Shapes that are remembered; more than a body may have. */
const SHAPES_KEPT = 2 ** 16;
const PRIME = 0x01000193;
/** Seed of the FNV-1a hash: random per process, so that a client cannot choose colliding names. */
const SEED = Math.floor(Math.random() * 2 ** 31) | 1;

/** Shared state of a scan. Plain fields, because the loop must be fast before it is compiled. */
type ScanState = {
  readonly bytes: Buffer;
  isSuspicious: boolean;
  values: number;
  /** The next backslash after the last search; searched again only once it is passed. */
  backslash: number;
  names: number;
  shapes: number;
  /** By level: the shape of the open object (0: an array), and its number of names. */
  readonly open: Uint32Array;
  readonly namesIn: Uint32Array;
  /** The shapes seen. Empty: the text is too short to have too many. */
  readonly known: Uint32Array;
};

/** Scans are synchronous, so they share these arrays. */
let levelsOfScan = { open: new Uint32Array(0), namesIn: new Uint32Array(0) };

function levelsFor(levels: number): typeof levelsOfScan {
  const length = levels + 2;
  if (levelsOfScan.open.length < length) {
    levelsOfScan = { open: new Uint32Array(length), namesIn: new Uint32Array(length) };
  }
  return levelsOfScan;
}

/** One pass without recursion. For invalid JSON the result means nothing: the parser refuses it afterwards. */
export function scanJson(text: Uint8Array, bounds: ScanBounds): JsonScan {
  const { open, namesIn } = levelsFor(bounds.levels);
  const mayBeTooMany = text.byteLength > LEAST_BYTES_PER_NAME * Math.min(bounds.names, bounds.shapes);
  const state: ScanState = {
    bytes: Buffer.isBuffer(text) ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength),
    isSuspicious: false,
    values: 0,
    backslash: -1,
    names: 0,
    shapes: 0,
    open,
    namesIn,
    known: new Uint32Array(mayBeTooMany ? SHAPES_KEPT : 0),
  };
  const fault = findFault(state, bounds);
  return { fault, values: state.values, isSuspicious: state.isSuspicious };
}

function findFault(state: ScanState, { levels, values: mostValues, names, shapes }: ScanBounds): ScanFault | undefined {
  const { bytes, open, namesIn } = state;
  const { length } = bytes;
  let values = 0;
  let depth = 0;
  /** A string that comes next is a name. */
  let isNameNext = false;
  for (let i = 0; i < length; i++) {
    const code = bytes[i] as number;
    if (code <= SPACE || code === COLON) continue;
    if (code === COMMA) {
      isNameNext = open[depth] !== 0;
      continue;
    }
    if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      if (depth > 0) depth--;
      isNameNext = false;
      continue;
    }
    if (isNameNext && code === QUOTE) {
      i = state.known.length > 0 ? passName(state, i + 1, depth) : passString(state, i + 1);
      isNameNext = false;
      if (state.names > names) return 'too many names';
      if (state.shapes > shapes) return 'too many shapes';
      continue;
    }
    if (++values > mostValues) return 'too many values';
    if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > levels) return 'too deep';
      isNameNext = code === OPEN_BRACE;
      open[depth] = isNameNext ? SEED : 0;
      namesIn[depth] = 0;
    } else if (code === QUOTE) {
      i = passString(state, i + 1);
    } else {
      i = passScalar(state, i);
    }
  }
  state.values = values;
  return undefined;
}

/** Each `pass` function returns the position of the last byte passed. */
function passName(state: ScanState, start: number, depth: number): number {
  const { bytes } = state;
  const { length } = bytes;
  let hash = state.open[depth] as number;
  let i = start;
  for (; i < length; i++) {
    const code = bytes[i] as number;
    if (code === QUOTE) break;
    hash = Math.imul(hash ^ code, PRIME);
    if (code !== BACKSLASH) continue;
    suspectEscape(state, i);
    hash = Math.imul(hash ^ (bytes[++i] ?? 0), PRIME);
  }
  countName(state, (Math.imul(hash ^ (hash >>> 15), PRIME) | 1) >>> 0, depth);
  return i;
}

function countName(state: ScanState, shape: number, depth: number): void {
  state.names++;
  state.open[depth] = shape;
  const names = (state.namesIn[depth] as number) + 1;
  state.namesIn[depth] = names;
  const slot = shape >>> 16;
  if (state.known[slot] === shape && names <= NAMES_IN_SHAPE) return;
  state.known[slot] = shape;
  state.shapes++;
}

function passString(state: ScanState, start: number): number {
  const { bytes } = state;
  const shortEnd = Math.min(start + SHORT_STRING, bytes.length);
  for (let i = start; i < shortEnd; i++) {
    const code = bytes[i] as number;
    if (code === QUOTE) return i;
    if (code === BACKSLASH) return passEscapes(state, i);
  }
  const end = indexOf(bytes, QUOTE, shortEnd);
  if (state.backslash < shortEnd) state.backslash = indexOf(bytes, BACKSLASH, shortEnd);
  return state.backslash < end ? passEscapes(state, state.backslash) : end;
}

function indexOf(bytes: Buffer, code: number, start: number): number {
  const found = bytes.indexOf(code, start);
  return found < 0 ? bytes.length : found;
}

/** After a string's first escape, byte by byte: a search for each of five million escapes takes seconds. */
function passEscapes(state: ScanState, start: number): number {
  const { bytes } = state;
  const { length } = bytes;
  let i = start;
  for (; i < length; i++) {
    const code = bytes[i] as number;
    if (code === QUOTE) break;
    if (code !== BACKSLASH) continue;
    suspectEscape(state, i);
    i++;
  }
  return i;
}

/** In valid UTF-8 only `\uD8..` to `\uDF..` can produce half a surrogate pair. */
function suspectEscape(state: ScanState, at: number): void {
  const { bytes } = state;
  if (bytes[at + 1] !== LOWER_U || lower(bytes[at + 2]) !== LOWER_D) return;
  if ((bytes[at + 3] as number) > SEVEN) state.isSuspicious = true;
}

function passScalar(state: ScanState, start: number): number {
  const { bytes } = state;
  const { length } = bytes;
  let end = start + 1;
  let exponentAt = -1;
  for (; end < length; end++) {
    const code = bytes[end] as number;
    if (ENDS_SCALAR[code] !== 0) break;
    if ((code | 0x20) === LOWER_E) exponentAt = end;
  }
  const exponent = exponentAt < 0 ? 0 : numberIn(bytes, exponentAt + 1, end);
  if (end - start + exponent > SURELY_FINITE) state.isSuspicious = true;
  return end - 1;
}

/** Values above `SURELY_FINITE` are not told apart. */
function numberIn(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end && value <= SURELY_FINITE; i++) {
    const code = bytes[i] as number;
    if (code >= ZERO && code <= NINE) value = value * 10 + code - ZERO;
  }
  return value;
}

function lower(code = 0): number {
  return code | 0x20;
}
