import { UnusableIndexError } from '../../domain/errors.js';

const RETRY_AFTER_S = 30;

/** The files are not, or no longer, a sound index. Only a rebuild helps. */
export class DamagedIndexError extends UnusableIndexError {
  readonly what: string;

  constructor(what: string, options: ErrorOptions = {}) {
    super(`the index is damaged (${what}): run \`quire reindex\``, { ...options, retryAfter: RETRY_AFTER_S });
    this.what = what;
  }
}

/** Codes of `lmdb.h` that blame the file. Not `MDB_BAD_TXN`: it only reports an earlier error. */
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

/** `MDB_PANIC`, `MDB_BAD_RSLOT`, and the `EINVAL` that lmdb-js makes of it. Reopening may help. */
const DISTURBANCES = new Set([-30795, -30783, 22]);

export function damageOf(error: unknown): DamagedIndexError | undefined {
  if (error instanceof DamagedIndexError) return error;
  const what = DAMAGES.get(lmdbCodeOf(error) ?? 0);
  return what === undefined ? undefined : new DamagedIndexError(what, { cause: error });
}

/** Whether the environment is unusable. Its file may be sound. */
export function isDisturbance(error: unknown): boolean {
  return DISTURBANCES.has(lmdbCodeOf(error) ?? 0);
}

/** Whether the system refused something. Its codes are positive, LMDB's negative. */
export function isOfTheSystem(error: unknown): boolean {
  return (lmdbCodeOf(error) ?? 0) > 0;
}

function lmdbCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}
