import { resolve } from 'node:path';
import { OperatorError, UnavailableError } from '../../domain/errors.js';
import { DamagedIndexError } from './index-damage.js';
import type { IndexEnvironment } from './index-environment.js';
import { noteDamage } from './index-marks.js';
import { LmdbIndexAdmin } from './lmdb-index-admin.js';
import { openEnvironment, prepareFolder } from './open-environment.js';
import { OpenedOnce, type OnLoss } from './concrete-access.js';
import { withOpeningLock } from './opening-lock.js';
import { setAside } from './set-aside.js';

/** Each write of a rebuild fills a transaction already. */
const WRITES_TOGETHER = 1;

/**
 * `refuse` raises `OperatorError` on damage. Else the data file is kept as `data.mdb.damaged-<time>`, `movedTo`
 * receives its path, and a new environment without a current index takes its place.
 */
export type OnDamage = 'refuse' | { movedTo(path: string): void };

export type LmdbAdminOptions = {
  /** Nobody else has it open: another process reads everything first, and the closing is noted. */
  isAlone?: boolean;
  onDamage?: OnDamage;
  /** Where the log ends now. */
  logEnd?: () => string | undefined;
};

/** A rebuild in `folder`, made if absent. The first call opens it. */
export function openLmdbAdmin(
  folder: string,
  { isAlone = false, onDamage = 'refuse', logEnd = () => undefined }: LmdbAdminOptions = {},
): LmdbIndexAdmin {
  const options = { folder: resolve(folder), isAlone, onDamage, logEnd };
  return new LmdbIndexAdmin(new OpenedOnce((onLoss, signal) => openChecked({ ...options, onLoss, signal }), isAlone));
}

type AdminOptions = Required<LmdbAdminOptions> & { folder: string; onLoss: OnLoss; signal: AbortSignal };

async function openChecked({ folder, isAlone, onDamage, ...given }: AdminOptions): Promise<IndexEnvironment> {
  const { onLoss, signal, logEnd } = given;
  const options = {
    folder,
    signal,
    logEnd,
    writesTogether: WRITES_TOGETHER,
    onDoubt: () => undefined,
    onLoss: (why: UnavailableError) => {
      if (why instanceof DamagedIndexError) noteDamage(folder, why.what);
      onLoss(why);
    },
  };
  prepareFolder(folder);
  return withOpeningLock(folder, signal, async () => {
    try {
      return await openEnvironment({ ...options, check: isAlone ? 'always' : 'never' });
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      if (onDamage === 'refuse') throw new OperatorError(error.message, { cause: error });
      onDamage.movedTo(setAsideOf(folder));
      return openEnvironment({ ...options, check: 'unless closed' });
    }
  });
}

function setAsideOf(folder: string): string {
  try {
    return setAside(folder);
  } catch (cause) {
    throw new UnavailableError(`the damaged index in ${folder} cannot be moved aside`, { cause });
  }
}
