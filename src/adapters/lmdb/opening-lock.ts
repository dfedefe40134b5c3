import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.js';
import { Deadline } from '../../platform/deadline.js';
import { acquireFolderLock, FolderInUseError } from '../filesystem/folder-lock.js';
import type { FolderLock } from '../filesystem/folder-lock.js';

/** The owner of the lock may be checking a large index. */
const LOCK_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 100;

/**
 * Runs `work` while no other thread opens or closes the index, or exchanges its files: new data must not meet the old
 * lock file. Nor does a thread open it while another process reads it whole for one. Works unlocked where the disk
 * allows no lock, as files cannot change there. Raises `UnavailableError` if the lock stays taken.
 */
export async function withOpeningLock<T>(folder: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const lock = await lockOpening(folder, signal);
  try {
    return await work();
  } finally {
    await lock?.release();
  }
}

async function lockOpening(folder: string, signal: AbortSignal): Promise<FolderLock | undefined> {
  const deadline = new Deadline(LOCK_WITHIN_MS);
  for (;;) {
    try {
      return await acquireFolderLock(folder);
    } catch (error) {
      if (!(error instanceof FolderInUseError)) return undefined;
      if (deadline.isOver || signal.aborted) {
        throw new UnavailableError(`the index in ${folder} is being opened or checked already`, { cause: error });
      }
      await setTimeout(LOOK_AGAIN_MS);
    }
  }
}
