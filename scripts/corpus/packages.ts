import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../find-program.js';
import type { Origin } from './sources.js';

type Package = Extract<Origin, object>;
export type FetchOptions = { folder: string; signal: AbortSignal };

const FETCH_MS = 180_000;
const UNPACK_MS = 60_000;
const PRINTED_BYTES = 16 * 1024 * 1024;

const run = promisify(execFile);

/** Unpacks a package below the folder. Raises an `Error` of one line if it cannot be had. */
export async function fetchPackage({ client, spec }: Package, { folder, signal }: FetchOptions): Promise<string> {
  const [archives, files] = [join(folder, 'archive'), join(folder, 'files')];
  await Promise.all([archives, files].map((path) => mkdir(path, { recursive: true })));
  const command = COMMANDS[client](spec, archives);
  await runIn(archives, command, { signal, timeout: FETCH_MS });
  const [archive] = await readdir(archives);
  if (archive === undefined) throw new Error(`${command[0]} has left no archive`);
  const path = join(archives, archive);
  const unpack = archive.endsWith('.jar') ? ['unzip', '-q', path, '-d', files] : ['tar', '-xf', path, '-C', files];
  await runIn(files, unpack, { signal, timeout: UNPACK_MS });
  return files;
}

const COMMANDS: Readonly<Record<Package['client'], (spec: string, folder: string) => string[]>> = {
  npm: (spec, folder) => ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder, spec],
  // Source archives: wheels leave the documentation out.
  pip: (spec, folder) => {
    const [name = ''] = spec.split('==');
    const pip = findProgram(['pip', 'pip3']) ?? 'pip';
    return [pip, 'download', '--quiet', '--no-deps', '--no-binary', name, '--dest', folder, spec];
  },
  maven: (spec, folder) => ['mvn', '-q', '-B', 'dependency:copy', `-Dartifact=${spec}`, `-DoutputDirectory=${folder}`],
};

async function runIn(
  cwd: string,
  [program = '', ...args]: readonly string[],
  limits: { signal: AbortSignal; timeout: number },
): Promise<void> {
  try {
    await run(program, args, { cwd, ...limits, maxBuffer: PRINTED_BYTES });
  } catch (error) {
    limits.signal.throwIfAborted();
    throw new Error(`${program} ${args[0]}: ${reasonOf(error as Failure)}`, { cause: error });
  }
}

type Failure = Error & { code?: string | number; killed?: boolean; stderr?: string };

function reasonOf({ code, killed, stderr = '', message }: Failure): string {
  if (code === 'ENOENT') return 'there is no such program';
  if (killed) return 'no end in time';
  return stderr.trim().split('\n').at(-1) || (message.split('\n')[0] ?? message);
}
