import type { Database } from 'lmdb';
import { setImmediate } from 'node:timers/promises';
import type { Folder } from '../../domain/folder.js';
import type { FolderQuery } from '../../ports/document-index.js';
import { folderNameKey, idBytes, idKey, idOfKey, keyAfter, rangeOf, scopeKey } from './index-keys.js';
import { folderOfRecord, type StoredFolder } from './index-records.js';
import type { IndexTables } from './index-tables.js';
import { pageOfKeys } from './page-of-keys.js';

/** Records read in one step: a millisecond with the longest paths. */
const STEP = 100;

export async function listFolders(
  { folderNames, folders }: Pick<IndexTables, 'folderNames' | 'folders'>,
  prefix: Buffer,
  query: FolderQuery,
): Promise<Folder[]> {
  const { owner, parentId, after, limit, offset } = query;
  const parent = scopeKey(prefix, owner, parentId);
  const range = rangeOf(parent);
  const start = after ? keyAfter(folderNameKey(parent, after.name, idBytes(after.id))) : range.start;
  const keys = await pageOfKeys(folderNames, { ...range, start, offset, limit });
  const found = await readFolders(folders, prefix, keys.map(idOfKey));
  return found.filter((folder) => folder !== undefined);
}

/** In the order of `ids`, undefined for a missing folder. Yields to the event loop between steps. */
export async function readFolders(
  folders: Database<StoredFolder, Buffer>,
  prefix: Buffer,
  ids: readonly Buffer[],
): Promise<(Folder | undefined)[]> {
  const found: (Folder | undefined)[] = [];
  for (const id of ids) {
    if (found.length > 0 && found.length % STEP === 0) await setImmediate();
    const record = folders.get(idKey(prefix, id));
    found.push(record && folderOfRecord(id.toString('latin1'), record));
  }
  return found;
}
