import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedIndexError } from './index-damage.js';
import { pagesOf } from './growth.js';
import type { Growth } from './growth.js';
import { readExtent, growFile } from './index-extent.js';
import type { Extent } from './index-extent.js';

export const dataPath = (folder: string): string => join(folder, 'data.mdb');
export const lockPath = (folder: string): string => join(folder, 'lock.mdb');

/**
 * Identifies both files while they exist. A reader outside this process, such as a copying tool, would use another lock
 * file: the pages that it reads would be overwritten.
 */
function filesIdentity(folder: string): string {
  return [dataPath(folder), lockPath(folder)].map(identityOf).join(' ');
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Checks the data file itself, because LMDB ends the process over one cut short or with bad meta pages. */
export class IndexFile {
  readonly dataIdentity: string;
  /** Another one for a copy, and the same after a restart of the machine. */
  readonly birth: string;
  readonly #folder: string;
  readonly #file: number;
  readonly #identity: string;
  #seen: Extent | undefined;

  constructor(folder: string, flags: 'r' | 'r+') {
    this.#folder = folder;
    this.#file = openSync(dataPath(folder), flags);
    this.#identity = filesIdentity(folder);
    const { dev, ino, birthtimeNs } = fstatSync(this.#file, { bigint: true });
    this.birth = `${ino}:${birthtimeNs}`;
    this.dataIdentity = `${dev}:${ino}`;
    if (!this.#identity.startsWith(`${this.dataIdentity} `)) this.#identity = 'exchanged while it was opened';
  }

  isInPlace(): boolean {
    return filesIdentity(this.#folder) === this.#identity;
  }

  /** Raises `DamagedIndexError` if the file became shorter or older, or is not LMDB data. LMDB never makes it so. */
  read(): Extent | undefined {
    const [seen, found] = [this.#seen, readExtent(this.#file)];
    this.#seen = found;
    if (seen === undefined) return found;
    if (found === undefined || found.actual < seen.actual) throw new DamagedIndexError('the file became shorter');
    if (found.transaction < seen.transaction) throw new DamagedIndexError('the file became older');
    return found;
  }

  /** Call inside a write transaction. Extends the file for `growth`. Raises `UnavailableError` on a full disk. */
  makeRoom(extent: Extent | undefined, growth: Growth): void {
    if (extent) growFile(this.#file, extent, pagesOf(growth, extent.stated / extent.pageSize));
  }

  close(): void {
    closeSync(this.#file);
  }
}
