import { statfsSync } from 'node:fs';

/** What the disk of a folder has free. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
