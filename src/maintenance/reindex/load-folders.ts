import { mapConcurrently } from '../../platform/concurrently.js';
import { retry } from '../../platform/retry.js';
import { folderKey } from '../../log/object-keys.js';
import type { Entry } from '../../ports/index-admin.js';
import { batchesOf } from '../../platform/chunks.js';
import { noteState, type RebuildJob } from '../shared/rebuild-job.js';
import { readFolder } from '../shared/read-folder.js';
import { scanFolders } from '../shared/scan-log.js';

const BATCH = 500;
const READS_AT_ONCE = 24;

/** Folders are immutable. One that the old index lacks was never acknowledged, and the new index may have it. */
export async function loadFolders(job: RebuildJob): Promise<void> {
  const { store, anomalies, state, admin, to, retryPolicy } = job;
  if (state.hasFolders) return;
  state.counts.folders = 0;
  for await (const ids of batchesOf(scanFolders({ store, anomalies, retryPolicy }), BATCH)) {
    job.stop.throwIfAborted();
    const entries = (await mapConcurrently(ids, READS_AT_ONCE, (id) => readEntry(job, id))).flat();
    await retry(retryPolicy, () => admin.writeIfHigher(to.name, entries));
    state.counts.folders += entries.length;
  }
  state.hasFolders = true;
  noteState(job);
}

/** Notes an unreadable folder and takes it from the old index: folders are immutable. */
async function readEntry(job: RebuildJob, id: string): Promise<Entry[]> {
  const {
    folders,
    anomalies,
    retryPolicy,
    admin,
    state: { source },
  } = job;
  const found = await retry(retryPolicy, () => readFolder(folders, id));
  if (found === 'unreadable') anomalies.add('unreadable object', folderKey(id));
  const isKept = found === 'unreadable' && source;
  const [kept] = isKept ? await retry(retryPolicy, () => admin.readFolders(source.name, [id])) : [];
  const folder = found === 'unreadable' ? kept : found;
  return folder ? [{ kind: 'folder', folder }] : [];
}
