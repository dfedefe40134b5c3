import { UnavailableError } from '../../domain/errors.js';
import { codeOf } from '../filesystem/fs-errors.js';
import { damageOf, DamagedIndexError } from './index-damage.js';
import { IndexEnvironment } from './index-environment.js';
import type { EnvironmentOptions } from './index-environment.js';
import { IndexFile } from './index-file.js';
import { assertNoDamageNoted, forgetClosing, isAsItWasClosed, noteDamage } from './index-marks.js';
import { assertWhole } from './index-notes.js';
import { openTables, type IndexTables } from './index-tables.js';
import { makeDurably, syncFolder } from '../filesystem/make-durably.js';
import { prepareFiles } from './prepare-files.js';
import { execFile, type ExecFileException } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';

export type OpeningOptions = Pick<EnvironmentOptions, 'folder' | 'writesTogether' | 'logEnd' | 'onLoss' | 'onDoubt'> & {
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
    // Before the files are prepared, which may change them.
    const isTrusted = check !== 'always' && isAsItWasClosed(folder);
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

type PreparedOptions = Omit<OpeningOptions, 'folder' | 'check' | 'signal'> & { readOnly: boolean };

function openPrepared(folder: string, options: PreparedOptions): IndexEnvironment {
  const { readOnly } = options;
  if (!readOnly) forgetClosing(folder);
  const file = new IndexFile(folder, readOnly ? 'r' : 'r+');
  try {
    const tables = openWhole(folder, file, options);
    if (!readOnly) syncFolder(folder);
    return new IndexEnvironment({ ...options, folder, file, tables });
  } catch (error) {
    file.close();
    throw error;
  }
}

function openWhole(folder: string, file: IndexFile, { readOnly, logEnd }: PreparedOptions): IndexTables {
  const tables = openTables(folder, { readOnly });
  try {
    assertWhole(tables.notes, file.birth, logEnd());
    return tables;
  } catch (error) {
    void tables.root.close();
    throw error;
  }
}

function unopened(folder: string, cause: unknown): UnavailableError {
  return new UnavailableError(`the index in ${folder} cannot be opened`, { cause });
}

const DEADLINE_MS = 10 * 60_000;
/** Signals that end a process when LMDB crashes or aborts on a damaged file. */
const CRASHES = new Set(['SIGBUS', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

const SCRIPT = `
  const { readAll } = await import(${JSON.stringify(new URL('./read-all.js', import.meta.url).href)});
  console.log(JSON.stringify({ damage: readAll(process.argv[1]) }));
`;

/**
 * Reads the whole environment in a separate process, some million entries a second. Nobody else may have it open:
 * LMDB's opening hides what others commit at that moment (ITS#9496 of OpenLDAP).
 * Raises `DamagedIndexError` if it is damaged, `UnavailableError` if the check itself failed.
 */
async function checkEnvironment(folder: string, signal: AbortSignal): Promise<void> {
  const { damage } = JSON.parse(await runScript(folder, signal)) as { damage?: string };
  if (damage !== undefined) throw new DamagedIndexError(damage);
}

async function runScript(folder: string, signal: AbortSignal): Promise<string> {
  try {
    const command = ['--input-type=module', '--eval', SCRIPT, folder];
    return (await promisify(execFile)(execPath, command, { signal, timeout: DEADLINE_MS })).stdout;
  } catch (cause) {
    const end = (cause as ExecFileException).signal ?? '';
    if (CRASHES.has(end)) throw new DamagedIndexError(`reading it ends a process with ${end}`);
    throw new UnavailableError('the index could not be checked', { cause });
  }
}
