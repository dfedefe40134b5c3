import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedIndexError } from './index-damage.js';
import { growFile } from './grow-file.js';
import { pagesOf } from './growth.js';
import type { Growth } from './growth.js';
import { readExtent } from './index-extent.js';
import type { Extent } from './index-extent.js';

export const dataPath = (folder: string): string => join(folder, 'data.mdb');
export const lockPath = (folder: string): string => join(folder, 'lock.mdb');

/**
 * Tells the two files of an environment from all others, while they exist. A lock file of another name would let
 * two processes write at once.
 */
export function filesIdentity(folder: string): string {
  return [dataPath(folder), lockPath(folder)].map(identityOf).join(' ');
}

/** Undefined: there is none. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * The data file of an environment beside LMDB's own view of it. LMDB reads the file through a memory map, and ends
 * the process over a file that became shorter, or whose meta pages are none any more; so it is looked at before.
 */
export class IndexFile {
  /** As of `identityOf`. */
  readonly dataIdentity: string;
  readonly #folder: string;
  readonly #file: number;
  readonly #identity: string;
  #seen: Extent | undefined;

  /** `flags`: `r` or `r+`; the files exist. */
  constructor(folder: string, flags: 'r' | 'r+') {
    this.#folder = folder;
    this.#file = openSync(dataPath(folder), flags);
    this.#identity = filesIdentity(folder);
    const { dev, ino } = fstatSync(this.#file, { bigint: true });
    this.dataIdentity = `${dev}:${ino}`;
    if (!this.#identity.startsWith(`${this.dataIdentity} `)) this.#identity = 'exchanged while it was opened';
  }

  /** Whether the folder still holds the files that were opened. */
  isInPlace(): boolean {
    return filesIdentity(this.#folder) === this.#identity;
  }

  /** Raises `DamagedIndexError` when the file became shorter or older, or is no data file: LMDB makes none so. */
  read(): Extent | undefined {
    const [seen, found] = [this.#seen, readExtent(this.#file)];
    this.#seen = found;
    if (seen === undefined) return found;
    if (found === undefined || found.actual < seen.actual) throw new DamagedIndexError('the file became shorter');
    if (found.transaction < seen.transaction) throw new DamagedIndexError('the file became older');
    return found;
  }

  /**
   * Inside a write transaction: makes the file, which is as `extent` says, so long that it has place for what may be
   * added. Raises `UnavailableError` when there is no room.
   */
  makeRoom(extent: Extent | undefined, growth: Growth): void {
    if (extent) growFile(this.#file, extent, pagesOf(growth, extent.stated / extent.pageSize));
  }

  close(): void {
    closeSync(this.#file);
  }
}
