import { UnavailableError } from '../../domain/errors.js';
import { checkEnvironment } from './check-environment.js';
import { codeOf } from '../filesystem/fs-errors.js';
import { damageOf } from './index-damage.js';
import { IndexEnvironment } from './index-environment.js';
import type { EnvironmentOptions } from './index-environment.js';
import { IndexFile } from './index-file.js';
import { assertNoDamageNoted, forgetClosing, isAsItWasClosed, noteDamage } from './index-marks.js';
import { openTables } from './index-tables.js';
import { makeDurably, syncFolder } from '../filesystem/make-durably.js';
import { prepareFiles } from './prepare-files.js';

export type OpeningOptions = Pick<EnvironmentOptions, 'folder' | 'writesTogether' | 'onLoss' | 'onDoubt'> & {
  /** Whether a separate process reads everything first. `never`: this process has it open already. */
  check: 'always' | 'unless closed' | 'never';
  signal: AbortSignal;
};

/**
 * Opens or makes the environment in an existing folder. The caller holds the opening lock. Raises `DamagedIndexError`
 * and notes the damage. Raises `UnavailableError` if it cannot be used now, for example for lack of rights or room.
 * LMDB must not refuse a file: lmdb-js 3.5.6 then frees memory twice, which ends the process (measured). So the files
 * are checked first.
 */
export async function openEnvironment({ folder, ...options }: OpeningOptions): Promise<IndexEnvironment> {
  try {
    assertNoDamageNoted(folder);
    const { check } = options;
    const isTrusted = check === 'never' || (check === 'unless closed' && isAsItWasClosed(folder));
    const { readOnly, isNew, isShort } = prepareFiles(folder);
    if (!isNew && check !== 'never' && (isShort || !isTrusted)) await checkEnvironment(folder, options.signal);
    return openPrepared(folder, { ...options, readOnly });
  } catch (error) {
    const damage = damageOf(error);
    if (damage) noteDamage(folder, damage.what);
    if (error instanceof UnavailableError) throw error;
    throw damage ?? unopened(folder, error);
  }
}

/** Makes the folder if absent. On a read-only file system an existing one needs no sync. */
export function prepareFolder(path: string): void {
  try {
    makeDurably(path);
  } catch (error) {
    if (codeOf(error) !== 'EROFS') throw unopened(path, error);
  }
}

type PreparedFiles = Omit<OpeningOptions, 'folder' | 'check' | 'signal'> & { readOnly: boolean };

function openPrepared(folder: string, options: PreparedFiles): IndexEnvironment {
  const { readOnly } = options;
  if (!readOnly) forgetClosing(folder);
  const file = new IndexFile(folder, readOnly ? 'r' : 'r+');
  try {
    const tables = openTables(folder, { readOnly });
    if (!readOnly) syncFolder(folder);
    return new IndexEnvironment({ ...options, folder, file, tables });
  } catch (error) {
    file.close();
    throw error;
  }
}

function unopened(folder: string, cause: unknown): UnavailableError {
  return new UnavailableError(`the index in ${folder} cannot be opened`, { cause });
}
