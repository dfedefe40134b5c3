import { entryOf } from '../../domain/document-key.js';
import { type Slot, summarize } from '../../domain/version.js';
import { unreadableAs } from '../../log/json-objects.js';
import { folderKey, lastSlotKey, lifeKey, slotKey, slotOfKey } from '../../log/object-keys.js';
import type { VersionLog } from '../../log/version-log.js';
import { batchesOf } from '../../platform/chunks.js';
import { forEachConcurrently, mapConcurrently } from '../../platform/concurrently.js';
import type { Persist } from '../../platform/retry.js';
import type { Entry, IndexAdmin } from '../../ports/index-admin.js';
import { revisionEntry } from '../../domain/folders/revision.js';
import { Anomalies, type AnomalyReport } from '../shared/anomalies.js';
import { readHighestSlot } from '../shared/list-document.js';
import { readFolder } from '../shared/read-folder.js';
import { readHighestLife } from '../shared/read-life.js';
import { type RebuildJob, noteState } from '../shared/rebuild-job.js';
import {
  type LoggedDocument,
  type LoggedKey,
  newestOf,
  scanDocuments,
  scanFolders,
  scanFolderTrees,
  scanLives,
} from '../shared/scan-log.js';
import { WalkProgress } from '../shared/walk-progress.js';
import { type Loaded, advanceOldHeads } from './advance-old-heads.js';
import { keepSourceOpen } from './source.js';

const TOGETHER = 500;
const READS_AT_ONCE = 24;

/** Folders are immutable. One that the old index lacks was never acknowledged, and the new index may have it. */
export async function loadFolders(job: RebuildJob): Promise<void> {
  const { store, anomalies, state, persist } = job;
  if (state.hasFolders) return;
  const logged = scanFolders({ store, anomalies, persist });
  await loadEntries(job, { counted: 'folders', logged, read: (id) => readFolderEntry(job, id) });
  state.hasFolders = true;
  noteState(job);
}

type LoggedEntries<T> = { counted: 'folders' | 'keys'; logged: AsyncIterable<T>; read: (item: T) => Promise<Entry[]> };

async function loadEntries<T>(job: RebuildJob, { counted, logged, read }: LoggedEntries<T>): Promise<void> {
  const { admin, to, persist, state } = job;
  state.counts[counted] = 0;
  for await (const items of batchesOf(logged, TOGETHER)) {
    job.stop.throwIfAborted();
    const entries = (await mapConcurrently(items, READS_AT_ONCE, read)).flat();
    await persist(() => admin.writeIfHigher(to.name, entries));
    state.counts[counted] += entries.length;
  }
}

/** Notes an unreadable folder and takes it from the old index: folders are immutable. */
async function readFolderEntry(job: RebuildJob, id: string): Promise<Entry[]> {
  const {
    folders,
    anomalies,
    persist,
    admin,
    state: { source },
  } = job;
  const found = await persist(() => readFolder(folders, id));
  if (found === 'unreadable') anomalies.add('unreadable object', folderKey(id));
  const isKept = found === 'unreadable' && source;
  const [kept] = isKept ? await persist(() => admin.readFolders(source.name, [id])) : [];
  const folder = found === 'unreadable' ? kept : found;
  return folder ? [{ kind: 'folder', folder }] : [];
}

/** Loads the highest life of each key (rule loadLives). Lives that are claimed later come by following. */
export async function loadKeys(job: RebuildJob): Promise<void> {
  const { store, anomalies, state, persist } = job;
  if (state.hasKeys) return;
  const logged = scanLives({ store, anomalies, persist });
  await loadEntries(job, { counted: 'keys', logged, read: (key) => readKeyEntry(job, key) });
  state.hasKeys = true;
  noteState(job);
}

/** Notes an unreadable life and takes its entry from the old index: lives are immutable. */
async function readKeyEntry(job: RebuildJob, wanted: LoggedKey): Promise<Entry[]> {
  const { keyLog, anomalies, persist, admin } = job;
  const found = await persist(() => readHighestLife(keyLog, wanted));
  if (found && found !== 'unreadable') return [{ kind: 'key', entry: entryOf(found) }];
  if (found !== 'unreadable') return [];
  anomalies.add('unreadable object', lifeKey(wanted.name, wanted.highest));
  const { source } = job.state;
  const [kept] = source ? await persist(() => admin.readKeys(source.name, [wanted.name])) : [];
  return kept && kept.life >= wanted.highest ? [{ kind: 'key', entry: kept }] : [];
}

/** Loads the newest revision of each owner's folders. Those that are claimed later come by following. */
export async function loadFolderTrees(job: RebuildJob): Promise<void> {
  const { store, anomalies, state, persist, admin, to } = job;
  if (state.hasTrees) return;
  for await (const owners of batchesOf(scanFolderTrees({ store, anomalies, persist }), TOGETHER)) {
    job.stop.throwIfAborted();
    const entries = owners.map((logged) => revisionEntry(logged.owner, newestOf(logged)));
    await persist(() =>
      admin.writeIfHigher(
        to.name,
        entries.map((entry) => ({ kind: 'key', entry })),
      ),
    );
  }
  state.hasTrees = true;
  noteState(job);
}

const BATCH = 256;
/** The next batch is read while one is written. */
const BATCHES_AT_ONCE = 2;

/** Loads all documents into the new index. Notes progress in log order. */
export async function loadDocuments(job: RebuildJob): Promise<void> {
  const { store, anomalies, state, persist } = job;
  const shown = new WalkProgress(
    job.progress,
    state.listedTo === null ? null : (slotOfKey(state.listedTo)?.documentId ?? ''),
  );
  const loading = { ...job, source: state.source?.name, to: job.to.name };
  const documents = scanDocuments({ store, anomalies, persist, after: state.listedTo ?? undefined });
  const batches = withOpenSource(job, batchesOf(documents, BATCH));
  let noted = Promise.resolve();
  await forEachConcurrently(batches, { width: BATCHES_AT_ONCE, signal: job.stop }, (batch) => {
    noted = Promise.all([loadBatch(loading, batch), noted]).then(([loaded]) => note(job, shown, { batch, loaded }));
    return noted;
  });
  shown.end();
}

async function* withOpenSource<T>(job: RebuildJob, batches: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const batch of batches) {
    await keepSourceOpen(job);
    yield batch;
  }
}

type Done = { batch: readonly LoggedDocument[]; loaded: LoadedBatch };

function note(job: RebuildJob, shown: WalkProgress, { batch, loaded }: Done): void {
  const { state, anomalies } = job;
  const { counts } = state;
  const { id } = batch.at(-1) as LoggedDocument;
  counts.documents += loaded.documents;
  counts.deleted += loaded.deleted;
  counts.behind += loaded.behind;
  counts.versions += batch.reduce((sum, { slots }) => sum + slots, 0);
  anomalies.addAll(loaded.anomalies);
  state.listedTo = lastSlotKey(id);
  noteState(job);
  shown.advance(id, batch.length);
}

export type Loading = {
  log: VersionLog;
  admin: IndexAdmin;
  persist: Persist;
  /** The old index, if usable. */
  source: string | undefined;
  to: string;
};

export type LoadedBatch = {
  documents: number;
  /** Tombstones among `documents`. */
  deleted: number;
  behind: number;
  anomalies: AnomalyReport;
};

/** Loads each document's highest slot, tombstones too (rule tombstonesToo): one GET per document. Repeatable. */
export async function loadBatch(loading: Loading, batch: readonly LoggedDocument[]): Promise<LoadedBatch> {
  const { admin, persist, to } = loading;
  const anomalies = new Anomalies();
  const slots = await mapConcurrently(batch, READS_AT_ONCE, (document) => readNewestSlot(loading, document, anomalies));
  const found = slots.filter((slot) => slot !== undefined);
  const loaded = await persist(() => advanceOldHeads(loading, found));
  await persist(() => admin.writeIfHigher(to, loaded.flatMap(entriesOf)));
  return {
    documents: loaded.length,
    deleted: loaded.filter(({ head }) => head.deleted).length,
    behind: loaded.filter(({ wasBehind }) => wasBehind).length,
    anomalies: anomalies.report(),
  };
}

/** The newest version takes its summary along; requests restore older summaries. */
function entriesOf({ head, slot }: Loaded): Entry[] {
  const entries: Entry[] = [{ kind: 'head', head, slot }];
  if (slot && !slot.deleted) entries.push({ kind: 'summary', id: head.id, summary: summarize(slot) });
  return entries;
}

/** Undefined: no document, or unreadable. Both are noted. */
async function readNewestSlot(
  loading: Loading,
  document: LoggedDocument,
  anomalies: Anomalies,
): Promise<Slot | undefined> {
  const reading = loading.persist(() => readHighestSlot(loading.log, document));
  const slot = await reading.catch(unreadableAs('unreadable'));
  if (slot === 'unreadable') {
    anomalies.add('unreadable object', slotKey(document.id, document.highest));
    return undefined;
  }
  if (!slot || slot.deleted) return slot;
  if (document.lowest !== 1) {
    anomalies.add('no first version', slotKey(document.id, document.lowest));
    return undefined;
  }
  if (document.slots < document.highest) anomalies.add('gap in the versions', document.id);
  return slot;
}
