import { statSync } from 'node:fs';
import { UnavailableError, UnusableIndexError } from '../../domain/errors.js';

const RETRY_AFTER_S = 30;

/** Primary result codes. */
const [BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB] = [5, 8, 10, 11, 13, 14, 26];

/** The file is no sound database. Only a rebuild helps. */
export class DamagedIndexError extends UnusableIndexError {
  readonly what: string;

  constructor(what: string, options: ErrorOptions = {}) {
    super(`the index is damaged (${what}): run \`quire reindex\``, { ...options, retryAfter: RETRY_AFTER_S });
    this.what = what;
  }
}

/** Another connection has the lock that is needed. */
export function isBusy(error: unknown): boolean {
  return codeOf(error instanceof UnavailableError ? error.cause : error) === BUSY;
}

/** The disk is full or read-only. */
export function isOfTheDisk(error: unknown): boolean {
  return [READONLY, IOERR, FULL, CANTOPEN].includes(codeOf(error) ?? 0);
}

/** Makes an `UnavailableError` of an error of SQLite or of the file system. Others are returned as they are. */
export function indexFailure(error: unknown, file: string): unknown {
  const isOfTheFile = codeOf(error) !== undefined || (error instanceof Error && 'errno' in error);
  return isOfTheFile ? unavailable(error, file) : error;
}

/** Makes one of every other error. `file` is named. */
export function unavailable(error: unknown, file: string): UnavailableError {
  if (error instanceof UnavailableError) return error;
  const code = codeOf(error);
  const said = error instanceof Error ? error.message : String(error);
  if (code === CORRUPT || code === NOTADB) return new DamagedIndexError(`${file}: ${said}`, { cause: error });
  if (code === CANTOPEN && isGone(file)) return new DamagedIndexError(`${file} is gone`, { cause: error });
  if (code === CANTOPEN) return new UnavailableError(`${file} cannot be opened: ${said}`, { cause: error });
  return new UnavailableError(`the index cannot be asked: ${said}`, { cause: error });
}

function isGone(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** The primary result code; undefined: not an error of SQLite. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
