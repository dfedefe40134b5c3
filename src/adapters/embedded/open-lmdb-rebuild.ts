import { resolve } from 'node:path';
import { OperatorError, UnavailableError } from '../../domain/errors.js';
import { DamagedIndexError } from './index-damage.js';
import type { IndexEnvironment } from './index-environment.js';
import { noteDamage } from './index-marks.js';
import { LmdbIndexRebuild } from './lmdb-index-rebuild.js';
import { openEnvironment, prepareFolder } from './open-environment.js';
import { OpenedOnce } from './opened-once.js';
import type { OnLoss } from './opened-once.js';
import { withOpeningLock } from './opening-lock.js';
import { setAside } from './set-aside.js';

/** Each of the rebuild's writes is a transaction's worth already. */
const WRITES_TOGETHER = 1;

/**
 * Where a damaged environment is moved aside: the data file gets the name `data.mdb.damaged-<time>` and stays, a new
 * environment takes its place, in which no index is the current one, and the function is told the path.
 */
export type OnDamage = 'refuse' | { movedTo(path: string): void };

/**
 * A rebuild in `folder`, made if absent, which is opened by the first call of the rebuild. A process of its own reads
 * everything in it before.
 */
export function openLmdbRebuild(folder: string, onDamage: OnDamage = 'refuse'): LmdbIndexRebuild {
  return new LmdbIndexRebuild(new OpenedOnce((onLoss, signal) =>
    openChecked({ folder: resolve(folder), onLoss, signal, onDamage })));
}

type Opening = { folder: string; onLoss: OnLoss; signal: AbortSignal; onDamage: OnDamage };

async function openChecked({ folder, onLoss, signal, onDamage }: Opening): Promise<IndexEnvironment> {
  const options = {
    folder, signal, writesTogether: WRITES_TOGETHER,
    onDoubt: () => undefined,
    onLoss: (why: UnavailableError) => {
      if (why instanceof DamagedIndexError) noteDamage(folder, why.what);
      onLoss(why);
    },
  };
  prepareFolder(folder);
  return withOpeningLock(folder, signal, async () => {
    try {
      return await openEnvironment({ ...options, check: true });
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      if (onDamage === 'refuse') throw new OperatorError(`${error.message}: run \`quire reindex\``, { cause: error });
      onDamage.movedTo(setAsideOf(folder));
      return openEnvironment({ ...options, check: false });
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
