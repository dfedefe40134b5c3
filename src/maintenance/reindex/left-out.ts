import { mapConcurrently } from '../../platform/concurrently.js';
import { OperatorError } from '../../domain/errors.js';
import { unreadableAs } from '../../log/json-objects.js';
import { UnreadableRecords } from '../../log/unreadable-records.js';
import { batchesOf } from '../../platform/chunks.js';
import { abortRebuild } from './end-rebuild.js';
import type { RebuildJob } from '../shared/rebuild-job.js';
import { loadBatch } from './load.js';
import { flattened, mergeById } from '../shared/merge-by-id.js';
import { readFolder } from '../shared/read-folder.js';
import { readHighestSlot } from '../shared/list-document.js';
import { readHighestLife } from '../shared/read-life.js';
import { scanDocuments, scanFolders, scanLives, type LoggedDocument } from '../shared/scan-log.js';
import { Anomalies } from '../shared/anomalies.js';

/** Service processes keep this list in memory, so it must stay a list of exceptions. */
const MOST = 100_000;
const NAMED = 3;
const BATCH = 256;
const READS_AT_ONCE = 24;

/** Aborts the rebuild and raises `OperatorError` if an object is unreadable, unless the operator accepts that. */
export async function expectReadable(
  job: RebuildJob,
  { acceptUnreadable }: { acceptUnreadable: boolean },
): Promise<void> {
  const found = job.anomalies.report()['unreadable object'];
  if (!found || acceptUnreadable) return;
  await abortRebuild(job, job.state);
  await job.persist(() => job.rebuilds.remove(job.state.generation));
  const more = found.count > NAMED ? ' and others' : '';
  throw new OperatorError(
    `${found.count} objects cannot be read (${found.examples.slice(0, NAMED).join(', ')}${more}); ` +
      'nothing was swapped. Restore them, or run this again with --accept-unreadable, which loads the rest: ' +
      'requests for documents, folders and keys of documents that cannot be read then get 503',
  );
}

/** Records what the new index lacks because it is unreadable. Loads what has become readable meanwhile. */
export async function noteLeftOut(job: RebuildJob): Promise<void> {
  const { state, store, persist } = job;
  if (!job.anomalies.report()['unreadable object']) return;
  const left = {
    documents: await persist(() => documentsLeftOut(job)),
    folders: await persist(() => foldersLeftOut(job)),
    'by-key': await persist(() => keysLeftOut(job)),
  };
  await persist(() => new UnreadableRecords(store).write(state.generation, left));
}

async function documentsLeftOut(job: RebuildJob): Promise<string[]> {
  const { admin, to, store, stop } = job;
  const left: string[] = [];
  await admin.refresh(to.name);
  const both = mergeById(scanDocuments({ store, anomalies: new Anomalies() }), flattened(admin.scanHeads(to.name)));
  for await (const batch of batchesOf(absentOf(both), BATCH)) {
    stop.throwIfAborted();
    const checked = await mapConcurrently(batch, READS_AT_ONCE, async (document) => ({
      document,
      isReadable: await hasReadableSlot(job, document),
    }));
    left.push(...checked.filter((each) => !each.isReadable).map(({ document }) => document.id));
    checkCount(left);
    const loading = { ...job, source: job.state.source?.name, to: to.name };
    await loadBatch(
      loading,
      checked.filter((each) => each.isReadable).map(({ document }) => document),
    );
  }
  return left;
}

async function* absentOf(
  both: AsyncIterable<{ left: LoggedDocument | undefined; right: unknown }>,
): AsyncGenerator<LoggedDocument> {
  for await (const { left, right } of both) if (left && right === undefined) yield left;
}

async function hasReadableSlot(job: RebuildJob, document: LoggedDocument): Promise<boolean> {
  return (await readHighestSlot(job.log, document).catch(unreadableAs('unreadable'))) !== 'unreadable';
}

async function foldersLeftOut({ admin, to, store, folders, stop }: RebuildJob): Promise<string[]> {
  const left: string[] = [];
  for await (const ids of batchesOf(scanFolders({ store, anomalies: new Anomalies() }), BATCH)) {
    stop.throwIfAborted();
    const found = await admin.readFolders(to.name, ids);
    const absent = ids.filter((_, i) => found[i] === undefined);
    const read = await mapConcurrently(absent, READS_AT_ONCE, (id) => readFolder(folders, id));
    left.push(...absent.filter((_, i) => read[i] === 'unreadable'));
    checkCount(left);
  }
  return left;
}

async function keysLeftOut({ admin, to, store, keyLog, stop }: RebuildJob): Promise<string[]> {
  const left: string[] = [];
  for await (const keys of batchesOf(scanLives({ store, anomalies: new Anomalies() }), BATCH)) {
    stop.throwIfAborted();
    const names = keys.map(({ name }) => name);
    const found = await admin.readKeys(to.name, names);
    const absent = keys.filter((_, i) => found[i] === undefined);
    const read = await mapConcurrently(absent, READS_AT_ONCE, (key) => readHighestLife(keyLog, key));
    left.push(...absent.filter((_, i) => read[i] === 'unreadable').map(({ name }) => name));
    checkCount(left);
  }
  return left;
}

function checkCount(left: readonly string[]): void {
  if (left.length > MOST) throw new OperatorError(`more than ${MOST} objects cannot be read; nothing was swapped`);
}
