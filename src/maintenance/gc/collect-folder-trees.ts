import { FolderTreeLog } from '../../log/folder-tree-log.js';
import { unreadableAs } from '../../log/json-objects.js';
import { Anomalies } from '../shared/anomalies.js';
import { scanFolderTrees, type LoggedFolders } from '../shared/scan-log.js';
import { isOld, type Collecting } from './gc-job.js';

/** Removes the entries of folder logs that a tree has had in it for a retention, and older trees. */
export async function collectFolderTrees(collecting: Collecting): Promise<void> {
  const { store, persist, stop, progress } = collecting;
  const log = new FolderTreeLog(store);
  for await (const logged of scanFolderTrees({ store, anomalies: new Anomalies(), persist })) {
    stop.throwIfAborted();
    await collectOwner(collecting, log, logged);
    progress.advance();
  }
}

/** The entry of the tree stays: it says when it was made. */
async function collectOwner(collecting: Collecting, log: FolderTreeLog, { owner, entries, trees }: LoggedFolders) {
  const { persist, lease, counts } = collecting;
  for (const kept of trees.toReversed()) {
    const entry = await persist(() => log.read(owner, kept).catch(unreadableAs(undefined)));
    if (!entry || !isOld(collecting, entry.at)) continue;
    const [passed, older] = [entries, trees].map((numbers) => numbers.filter((number) => number < kept));
    await lease?.check();
    for (const number of lease ? (passed ?? []) : []) await persist(() => log.remove(owner, number));
    for (const number of lease ? (older ?? []) : []) await persist(() => log.removeTree(owner, number));
    counts.folderEntries += (passed?.length ?? 0) + (older?.length ?? 0);
    return;
  }
}
