import { revisionEntry, revisionName } from '../../domain/folders/revision.js';
import { unreadableAs } from '../../log/json-objects.js';
import { FolderTreeLog } from '../../log/folder-tree-log.js';
import { mapConcurrently } from '../../platform/concurrently.js';
import { newestOf, scanFolderTrees, type LoggedFolders } from '../shared/scan-log.js';
import { isOver, type CheckContext } from './check-context.js';

const AT_ONCE = 24;

/** Reads the folder log of every owner, and compares its end with the revision in the index. */
export async function checkFolderTrees(context: CheckContext): Promise<void> {
  const { store, anomalies, persist, progress, stop, findings } = context;
  const log = new FolderTreeLog(store);
  progress.start('Reading the folders of owners');
  for await (const logged of scanFolderTrees({ store, anomalies, persist })) {
    stop.throwIfAborted();
    const newest = await persist(() => newestEntry(log, logged));
    if (newest === 'damaged') findings.add('damaged folder log', logged.owner);
    else await checkRevision(context, logged, newest?.at);
    progress.advance();
  }
}

/** `damaged`: what is needed to know the folders is missing or not readable. Undefined: gc has removed the entry. */
async function newestEntry(log: FolderTreeLog, { owner, entries, trees }: LoggedFolders) {
  const base = trees.at(-1) ?? 0;
  const tree = base === 0 ? 'none' : await log.readTree(owner, base).catch(unreadableAs('damaged'));
  const numbers = entries.filter((number) => number > base);
  if (tree === 'damaged' || !tree || numbers.some((number, i) => number !== base + 1 + i)) return 'damaged';
  const needed = numbers.length > 0 ? numbers : entries.slice(-1);
  const read = await mapConcurrently(needed, AT_ONCE, (number) =>
    log.read(owner, number).catch(unreadableAs('damaged')),
  );
  if (read.includes('damaged')) return 'damaged';
  return read.at(-1) as Exclude<(typeof read)[number], 'damaged'>;
}

/** An entry that was claimed just now may still be on its way to the index. */
async function checkRevision(context: CheckContext, logged: LoggedFolders, at: string | undefined): Promise<void> {
  const { admin, index, persist, beforeChange, findings } = context;
  const { owner } = logged;
  const [entry] = await persist(() => admin.readKeys(index, [revisionName(owner)]));
  if ((entry?.life ?? 0) >= newestOf(logged) || (at !== undefined && !isOver(context, at))) return;
  if (beforeChange) {
    await beforeChange();
    const right = revisionEntry(owner, newestOf(logged));
    await persist(() => admin.writeIfHigher(index, [{ kind: 'key', entry: right }]));
  }
  findings.add('stale folders', owner, beforeChange !== undefined);
}
