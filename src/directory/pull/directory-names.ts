import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fold } from '../../domain/fold.js';
import { foldersOf } from '../files/path-filter.js';
import { faultAt, nameOf, type Scan } from '../files/scan-files.js';
import { checkTarget } from '../files/write-file.js';
import type { PushOutcome } from '../push-report.js';
import { isPathOfThisSystem } from './name-turns.js';

/**
 * Under which names a directory has what a pull writes. Many file systems ignore case and the form of Unicode: they
 * take the name of one document for the file of another.
 */
export class DirectoryNames {
  readonly #root: string;
  readonly #scan: Scan;
  readonly #isDryRun: boolean;
  /** Names that the directory is known to have so. */
  readonly #known: Set<string>;
  /** By their folded form, the names that a dry run would have written. */
  readonly #planned = new Map<string, string>();
  #ignoresCase: Promise<boolean> | undefined;

  constructor(root: string, scan: Scan, dryRun: boolean) {
    this.#root = root;
    this.#scan = scan;
    this.#isDryRun = dryRun;
    this.#known = new Set([...scan.names.values(), ...scan.folders.values()]);
  }

  /** Why the directory cannot have a file of its own at `path`. Raises `FileError` as `checkTarget`. */
  async obstacleAt(path: string): Promise<Pick<PushOutcome, 'action' | 'reason'> | undefined> {
    if (!isPathOfThisSystem(path)) return { action: 'skip', reason: 'Windows takes no file of this name' };
    const fault = faultAt(this.#scan, path);
    if (fault !== undefined) return { action: 'fail', reason: fault };
    const name = nameOf(this.#scan, path);
    await checkTarget(this.#root, name);
    const other = await this.#otherOf(name);
    if (other !== undefined) return { action: 'skip', reason: `the file system takes its name for that of ${other}` };
    this.#plan(name);
    return undefined;
  }

  /** The file or folder of another name that the file system takes for `name`, or for a folder of it. */
  async #otherOf(name: string): Promise<string | undefined> {
    return (await this.#otherThere(name)) ?? (await this.#otherPlanned(name));
  }

  /** In a dry run, `name` would be there now. */
  #plan(name: string): void {
    if (!this.#isDryRun) return;
    for (const each of withFolders(name)) if (!this.#planned.has(fold(each))) this.#planned.set(fold(each), each);
  }

  async #otherThere(name: string): Promise<string | undefined> {
    for (const each of withFolders(name)) {
      if (this.#known.has(each)) continue;
      if (!(await isThere(join(this.#root, each)))) return undefined;
      const [folder, last] = [dirname(each), basename(each)];
      const entries = await readdir(join(this.#root, folder)).catch(() => []);
      if (!entries.some((entry) => entry.normalize() === last.normalize())) {
        return join(folder, entries.find((entry) => fold(entry) === fold(last)) ?? last);
      }
      this.#known.add(each);
    }
    return undefined;
  }

  async #otherPlanned(name: string): Promise<string | undefined> {
    const planned = withFolders(name).map((each) => ({ each, other: this.#planned.get(fold(each)) ?? each }));
    const found = planned.find(({ each, other }) => other !== each);
    if (found === undefined) return undefined;
    this.#ignoresCase ??= ignoresCase(this.#root);
    return (await this.#ignoresCase) ? found.other : undefined;
  }
}

function withFolders(name: string): string[] {
  return [...foldersOf(name), name];
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Writes an empty file for a moment, in the directory or, as a pull may make that, in the first folder above it. */
async function ignoresCase(root: string): Promise<boolean> {
  const probe = join(root, `.quire-${randomBytes(8).toString('hex')}-a`);
  try {
    await writeFile(probe, '', { flag: 'wx' });
  } catch {
    return dirname(root) === root || (await isThere(root)) ? false : ignoresCase(dirname(root));
  }
  try {
    return await isThere(`${probe.slice(0, -1)}A`);
  } finally {
    await rm(probe, { force: true });
  }
}
