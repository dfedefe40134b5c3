import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';

type Sync = (this: unknown) => Promise<void>;

/** How often this process was kept from syncing. */
export const counts = { skipped: 0 };

/**
 * From now on no sync of a file or a folder through Node does anything in this process; gives the real one. What LMDB
 * syncs, it does without Node.
 */
export async function skipSyncs(): Promise<(path: string) => Promise<void>> {
  const handle = await open(tmpdir(), 'r');
  const prototype = Object.getPrototypeOf(handle) as { sync: Sync; datasync: Sync };
  await handle.close();
  const real = prototype.sync;
  const skip: Sync = async () => {
    counts.skipped++;
  };
  Object.assign(prototype, { sync: skip, datasync: skip });
  skipPlainSyncs();
  return async (path) => {
    const opened = await open(path, 'r');
    try {
      await real.call(opened);
    } finally {
      await opened.close();
    }
  };
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
