import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const MIN_VERSION = 21;
const TIMEOUT_MS = 20_000;
const SYSTEM_FOLDERS = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines'];
const run = promisify(execFile);

export interface JavaPaths {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders that hold one JDK each. */
  readonly folders: readonly string[];
}

/**
 * Gives the path of the first `java` that is 21 or later: of JAVA_HOME, on PATH, in the system's folders of JDKs.
 * Throws an Error that says what was looked at when there is none.
 */
export async function findJava(places: JavaPaths = { env: process.env, folders: SYSTEM_FOLDERS }): Promise<string> {
  const seen: string[] = [];
  for (const java of await candidates(places)) {
    const version = await majorVersion(java);
    if (version !== undefined && version >= MIN_VERSION) return java;
    if (version !== undefined) seen.push(`${java} is ${version}`);
  }
  const found = seen.length === 0 ? 'no Java at all was found' : `only older ones were found: ${seen.join(', ')}`;
  throw new Error(
    `Java ${MIN_VERSION} or later is needed and ${found}. Looked at JAVA_HOME, PATH and ` +
      `${places.folders.join(', ') || 'no folders'}. Install a JDK, or set JAVA_HOME.`,
  );
}

async function candidates({ env, folders }: JavaPaths): Promise<string[]> {
  const home = env.JAVA_HOME ? [join(env.JAVA_HOME, 'bin/java')] : [];
  const path = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'java'));
  const system = await Promise.all(folders.map(javasIn));
  return [...home, ...path, ...system.flat()];
}

async function javasIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => [join(folder, name, 'bin/java'), join(folder, name, 'Contents/Home/bin/java')]);
}

async function majorVersion(java: string): Promise<number | undefined> {
  try {
    const { stderr } = await run(java, ['-version'], { timeout: TIMEOUT_MS });
    const match = /version "(\d+)/.exec(stderr);
    return match === null ? undefined : Number(match[1]);
  } catch {
    return undefined;
  }
}
