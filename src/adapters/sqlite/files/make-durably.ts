import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './fs-errors.js';

/** Names of objects reveal identifiers and owners, so only the service's own user may list them. */
const FOLDER_MODE = 0o700;

/**
 * Makes the folder `path` (absolute), durable with its entries. An existing folder keeps its mode. Makes one folder at
 * a time: Node's recursive mkdir never ends where a file system refuses a folder with ENOENT.
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
