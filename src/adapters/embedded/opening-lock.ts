import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.js';
import { acquireFolderLock, FolderInUseError } from './folder-lock.js';
import type { FolderLock } from './folder-lock.js';

/** Who has it may be checking a large index. */
const LOCK_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 100;

/**
 * Does `work` while nobody else opens the index in the folder or exchanges its files: new data must never be opened
 * together with the lock file of the old. Without the lock where the disk lets nobody have one, because nothing can be
 * exchanged there either. Raises `UnavailableError` when it does not become free.
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
  const giveUpAt = performance.now() + LOCK_WITHIN_MS;
  for (;;) {
    try {
      return await acquireFolderLock(folder);
    } catch (error) {
      if (!(error instanceof FolderInUseError)) return undefined;
      if (performance.now() > giveUpAt || signal.aborted) {
        throw new UnavailableError(`the index in ${folder} is being opened by another process`, { cause: error });
      }
      await setTimeout(LOOK_AGAIN_MS);
    }
  }
}
