import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../platform/error-code.js';
import { contentTypeOf } from './file-kinds.js';
import type { PathFilter } from './path-filter.js';

/** `path`: relative to the directory, with slashes. */
export type PathFault = { path: string; reason: string };

export type Scan = {
  /** Paths of files that can be documents, sorted. */
  files: string[];
  /** How many files are left out: other kinds, symbolic links, or by the filter. */
  leftOut: number;
  /** Below a folder that cannot be read nothing is known. */
  unreadable: PathFault[];
};

/** Symbolic links are not followed. */
export async function scanFiles(root: string, filter: PathFilter): Promise<Scan> {
  const scan: Scan = { files: [], leftOut: 0, unreadable: [] };
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await entriesOf(root, folder, scan)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (filter.takesFolder(path)) waiting.push(path);
      } else {
        take(scan, filter, { path, isFile: entry.isFile() });
      }
    }
  }
  scan.files.sort();
  return scan;
}

async function entriesOf(root: string, folder: string, scan: Scan): Promise<Dirent[]> {
  try {
    return await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    // Without the directory itself there is nothing to push.
    if (folder === '') throw error;
    scan.unreadable.push({ path: folder, reason: `the folder cannot be read: ${errorCode(error)}` });
    return [];
  }
}

function take(scan: Scan, filter: PathFilter, { path, isFile }: { path: string; isFile: boolean }): void {
  if (!isFile || contentTypeOf(path) === undefined || !filter.takesFile(path)) scan.leftOut += 1;
  // Node puts this character where bytes of a name are no UTF-8. Two names could become one.
  else if (path.includes('\uFFFD')) scan.unreadable.push({ path, reason: 'its name is not UTF-8' });
  else scan.files.push(path);
}
