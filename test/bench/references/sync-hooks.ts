import fs, { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';

/** How often this process was kept from syncing. */
export const counts = { skipped: 0 };

/** From now on this process syncs no file and no folder through Node. What LMDB syncs, it does without Node. */
export async function skipSyncs(): Promise<void> {
  const handle = await open(tmpdir(), 'r');
  const prototype: object = Object.getPrototypeOf(handle);
  await handle.close();
  const skip = async () => {
    counts.skipped++;
  };
  Object.assign(prototype, { sync: skip, datasync: skip });
  skipSyncedWrites();
  skipPlainSyncs();
}

/** Opens files without the flag by which each write syncs. */
function skipSyncedWrites(): void {
  const real = fs.promises.open;
  const plain = (path: string, flags?: string | number, mode?: number) => {
    const isSynced = typeof flags === 'number' && (flags & constants.O_DSYNC) !== 0;
    if (isSynced) counts.skipped++;
    return real(path, isSynced ? flags & ~constants.O_DSYNC : flags, mode);
  };
  Object.assign(fs.promises, { open: plain });
  syncBuiltinESMExports();
}

/** Those of `node:fs` itself, whose importers see the exchange too. */
function skipPlainSyncs(): void {
  const skip = (_descriptor: number, done: (error: null) => void) => {
    counts.skipped++;
    setImmediate(done, null);
  };
  const skipAtOnce = () => {
    counts.skipped++;
  };
  Object.assign(fs, { fsync: skip, fdatasync: skip, fsyncSync: skipAtOnce, fdatasyncSync: skipAtOnce });
  syncBuiltinESMExports();
}
