import { execFile } from 'node:child_process';
import type { ExecFileException } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { UnavailableError } from '../../domain/errors.js';
import { DamagedIndexError } from './index-damage.js';

const DEADLINE_MS = 10 * 60_000;
/** How a process ends that LMDB led astray, or that LMDB itself ended. */
const CRASHES = new Set(['SIGBUS', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

const SCRIPT = `
  const { readAll } = await import(${JSON.stringify(new URL('./read-all.js', import.meta.url).href)});
  console.log(JSON.stringify({ damage: readAll(process.argv[1]) }));
`;

/**
 * Has a process of its own read everything in the environment (some million entries in a second), which other
 * processes may have open. Raises `DamagedIndexError` when it could not, and `UnavailableError` when nobody knows.
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
