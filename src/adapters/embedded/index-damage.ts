import { UnusableIndexError } from '../../domain/errors.js';

const RETRY_AFTER_S = 30;

/** What is in the files of the index is none, or not any more: only a rebuild helps. */
export class DamagedIndexError extends UnusableIndexError {
  /** What was seen, in a few words. */
  readonly what: string;

  constructor(what: string, options: ErrorOptions = {}) {
    super(`the index is damaged (${what}): run \`quire reindex\``, { ...options, retryAfter: RETRY_AFTER_S });
    this.what = what;
  }
}

/**
 * By their numbers in `lmdb.h`: what LMDB says when the file is at fault, not the disk or the moment. Not
 * `MDB_BAD_TXN`: it only says that something before it went wrong.
 */
const DAMAGES = new Map([
  [-30797, 'MDB_PAGE_NOTFOUND'],
  [-30796, 'MDB_CORRUPTED'],
  [-30794, 'MDB_VERSION_MISMATCH'],
  [-30793, 'MDB_INVALID'],
  [-30788, 'MDB_CURSOR_FULL'],
  [-30787, 'MDB_PAGE_FULL'],
  [-30784, 'MDB_INCOMPATIBLE'],
  [-30779, 'MDB_PROBLEM'],
]);

/** `MDB_PANIC`, `MDB_BAD_RSLOT`, and the `EINVAL` that lmdb-js makes of it: opened again, all may be well. */
const DISTURBANCES = new Set([-30795, -30783, 22]);

/** Undefined: LMDB did not say that the file is damaged. */
export function damageOf(error: unknown): DamagedIndexError | undefined {
  if (error instanceof DamagedIndexError) return error;
  const what = DAMAGES.get(lmdbCodeOf(error) ?? 0);
  return what === undefined ? undefined : new DamagedIndexError(what, { cause: error });
}

/** Whether the environment is of no use any more, though its file may be. */
export function isDisturbance(error: unknown): boolean {
  return DISTURBANCES.has(lmdbCodeOf(error) ?? 0);
}

/** Whether the system refused something: it numbers its errors upward, LMDB downward. */
export function isOfTheSystem(error: unknown): boolean {
  return (lmdbCodeOf(error) ?? 0) > 0;
}

function lmdbCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}
