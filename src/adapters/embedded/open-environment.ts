import { resolve } from 'node:path';
import { UnavailableError } from '../../domain/errors.js';
import { IndexEnvironment } from './index-environment.js';
import { assertWhole } from './index-file.js';
import { makeDurably, syncFolder } from './make-durably.js';
import { openTables } from './index-tables.js';

/**
 * Opens the environment in `folder`, made if absent. Raises `UnavailableError` when what is there cannot be used.
 */
export function openEnvironment(folder: string, writesTogether: number): IndexEnvironment {
  const path = resolve(folder);
  try {
    makeDurably(path);
    assertWhole(path);
    const environment = new IndexEnvironment({ folder: path, tables: openTables(path), writesTogether });
    syncFolder(path);
    return environment;
  } catch (cause) {
    throw new UnavailableError(`the index in ${path} cannot be opened: it is damaged or not accessible`, { cause });
  }
}
