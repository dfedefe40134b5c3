import { resolve } from 'node:path';
import { UnavailableError } from '../../domain/errors.js';
import { assertWhole } from './index-file.js';
import { openTables } from './index-tables.js';
import { LmdbDocumentIndex } from './lmdb-document-index.js';
import { makeDurably, syncFolder } from './make-durably.js';

/**
 * Opens the index in `folder`, made if absent. Raises `UnavailableError` when what is there cannot be used: the
 * index is lost, and is rebuilt from the object store.
 */
export function openLmdbIndex(folder: string): LmdbDocumentIndex {
  const path = resolve(folder);
  try {
    makeDurably(path);
    assertWhole(path);
    const index = new LmdbDocumentIndex(openTables(path));
    syncFolder(path);
    return index;
  } catch (cause) {
    throw new UnavailableError(`the index in ${path} cannot be opened: it is damaged or not accessible`, { cause });
  }
}
