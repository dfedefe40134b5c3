import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './fs-errors.js';
import { FOLDER_MODE } from './make-folder.js';

/**
 * Makes a folder, and sees to it that it and the entries in it outlive a power failure; one that is there keeps its
 * mode. `path` is absolute. One folder at a time: Node's own recursive way never ends where a file system refuses a
 * folder with ENOENT.
 */
export function makeDurably(path: string): void {
  const parent = dirname(path);
  if (!existsSync(path)) {
    if (parent !== path) makeDurably(parent);
    makeOne(path);
    syncFolder(parent);
  }
  syncFolder(path);
}

export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, FOLDER_MODE);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
