import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes out what is left of it in memory, so that the system does not do it while something is measured. */
export async function syncFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await open(join(entry.parentPath, entry.name), 'r');
    await file.sync().finally(() => file.close());
  }
}
