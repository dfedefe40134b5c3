import { resolve } from 'node:path';
import { UnavailableError } from '../../domain/errors.js';
import { DurableFolders } from './durable-folders.js';
import { FolderSync } from './folder-sync.js';
import { openTables } from './index-tables.js';
import { LmdbDocumentIndex } from './lmdb-document-index.js';

/**
 * Opens the index in `folder`, made if absent. Raises `UnavailableError` when the files there cannot be read: the
 * index is lost, and is rebuilt from the object store.
 */
export async function openLmdbIndex(folder: string): Promise<LmdbDocumentIndex> {
  const path = resolve(folder);
  const syncs = new FolderSync();
  const folders = new DurableFolders(syncs);
  try {
    await folders.make(path);
    const index = new LmdbDocumentIndex(openTables(path));
    await Promise.all([folders.settled(path), syncs.sync(path)]);
    return index;
  } catch (error) {
    throw new UnavailableError(`the index in ${path} cannot be opened: it is damaged or not accessible`, { cause: error });
  }
}
