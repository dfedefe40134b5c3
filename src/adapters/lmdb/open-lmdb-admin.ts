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

/** `check`: another process reads everything before the first call opens it. Only where nobody has it open. */
export type LmdbAdminOptions = { check?: boolean; onDamage?: OnDamage };

/** A rebuild in `folder`, made if absent. The first call opens it. */
export function openLmdbAdmin(
  folder: string,
  { check = false, onDamage = 'refuse' }: LmdbAdminOptions = {},
): LmdbIndexAdmin {
  return new LmdbIndexAdmin(
    new OpenedOnce((onLoss, signal) => openChecked({ folder: resolve(folder), check, onLoss, signal, onDamage })),
  );
}

type AdminOptions = { folder: string; check: boolean; onLoss: OnLoss; signal: AbortSignal; onDamage: OnDamage };

async function openChecked({ folder, check, onLoss, signal, onDamage }: AdminOptions): Promise<IndexEnvironment> {
  const options = {
    folder,
    signal,
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
      return await openEnvironment({ ...options, check: check ? 'always' : 'never' });
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      if (onDamage === 'refuse') throw new OperatorError(`${error.message}: run \`quire reindex\``, { cause: error });
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
