import { execFile } from 'node:child_process';
import type { ExecFileException } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { UnavailableError } from '../../domain/errors.js';
import { DamagedIndexError } from './index-damage.js';

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
export async function checkEnvironment(folder: string, signal: AbortSignal): Promise<void> {
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
