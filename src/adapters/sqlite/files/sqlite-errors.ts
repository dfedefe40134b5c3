import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { UnavailableError, UnusableIndexError } from '../../../domain/errors.js';

export const LOG_FILE = 'log.db';

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

/** The file is no sound database. Only a backup or another copy helps. */
export class DamagedLogError extends UnavailableError {
  override readonly isFinal = true;

  constructor(what: string, options: ErrorOptions = {}) {
    super(`the log is damaged (${what}): restore a backup by \`quire restore-backup\``, options);
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

export function isDamage(error: unknown): boolean {
  return [CORRUPT, NOTADB].includes(codeOf(error) ?? 0);
}

/** Makes an `UnavailableError` of an error of SQLite or of the file system. Others are returned as they are. */
export function fileFailure(error: unknown, file: string): unknown {
  const isOfTheFile = codeOf(error) !== undefined || (error instanceof Error && 'errno' in error);
  return isOfTheFile ? unavailable(error, file) : error;
}

/** Makes one of every other error. `file`: of the log or of an index; it is named. */
export function unavailable(error: unknown, file: string): UnavailableError {
  if (error instanceof UnavailableError) return error;
  const said = error instanceof Error ? error.message : String(error);
  const Damaged = basename(file) === LOG_FILE ? DamagedLogError : DamagedIndexError;
  if (isDamage(error)) return new Damaged(`${file}: ${said}`, { cause: error });
  if (codeOf(error) === CANTOPEN && isGone(file)) return new Damaged(`${file} is gone`, { cause: error });
  return new UnavailableError(`${file} cannot be used: ${said}`, { cause: error });
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
