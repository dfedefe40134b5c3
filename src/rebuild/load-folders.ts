import { mapConcurrently } from '../coordination/map-concurrently.js';
import { persistently } from '../coordination/persistently.js';
import type { Folder, FolderRecord } from '../domain/folder.js';
import { UnreadableObjectError } from '../log/json-objects.js';
import { folderKey } from '../log/object-keys.js';
import type { Entry } from '../ports/index-rebuild.js';
import { batchesOf } from './batches.js';
import { noteState, type Job } from './job.js';
import { scanFolders } from './scan-log.js';

const BATCH = 500;
const READS_AT_ONCE = 24;

/** Folders are immutable: what the old index lacks was never answered for, and may be in the new one. */
export async function loadFolders(job: Job): Promise<void> {
  const { store, strange, state, rebuild, to, patience } = job;
  if (state.hasFolders) return;
  state.counts.folders = 0;
  for await (const ids of batchesOf(scanFolders({ store, strange }), BATCH)) {
    job.stop.throwIfAborted();
    const records = await mapConcurrently(ids, READS_AT_ONCE, (id) => readFolder(job, id));
    const entries = records.flatMap((record): Entry[] => (record ? [{ kind: 'folder', folder: folderOf(record) }] : []));
    await persistently(patience, () => rebuild.writeIfHigher(to.name, entries));
    state.counts.folders += entries.length;
  }
  state.hasFolders = true;
  noteState(job);
}

async function readFolder({ folders, strange, patience }: Job, id: string): Promise<FolderRecord | undefined> {
  try {
    const record = await persistently(patience, () => folders.read(id));
    if (!record || record.id === id) return record;
  } catch (error) {
    if (!(error instanceof UnreadableObjectError)) throw error;
  }
  strange.add('unreadable object', folderKey(id));
  return undefined;
}

function folderOf({ id, owner, name, parentId, path, depth, createdAt }: FolderRecord): Folder {
  return { id, owner, name, parentId, path, depth, createdAt };
}
